import Attribution
public import Invites
import Profiles
public import Vocabulary

/// The part of an invite that its recipient may see.
public struct InviteContextView: Hashable, Sendable {
  public let code: InviteCode
  public let inviter: PrincipalID
  /// `nil` if the inviter has not set a name.
  public let inviterName: String?
  public let inviterAvatar: String?
  public let context: InviteContext
  public let content: OpaqueID?
}

extension LinkEngine {
  /// The context of an invite; `nil` if the link carries none, or the sender's account is gone.
  func context(of invite: StoredInvite, standing: InviteLink.Standing) -> InviteContextView? {
    let sender = store.person(invite.record.sender)
    guard profile.link.route(standing, appIsInstalled: true).destination.keepsContext,
      (sender?.account ?? .active) == .active
    else { return nil }
    return InviteContextView(
      code: invite.record.code, inviter: invite.record.sender, inviterName: sender?.name,
      inviterAvatar: sender?.avatar, context: invite.record.context,
      content: invite.record.content)
  }
}
