import Attribution
public import Invites
import Profiles
public import Vocabulary

/// What an invited person is told of the invite.
public struct InviteContextView: Hashable, Sendable {
  public let code: InviteCode
  public let inviter: PrincipalID
  /// `nil` for an inviter who gave no name.
  public let inviterName: String?
  public let inviterAvatar: String?
  public let context: InviteContext
  public let content: OpaqueID?
}

extension LinkDesk {
  /// The context of an invite; `nil` where the link brings none, or its sender is gone.
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
