public import Vocabulary

/// The sender of the link that the newcomer opened.
public struct Inviter: Hashable, Sendable {
  /// The account that owns the link.
  public var principal: PrincipalID
  /// The display name; `nil` if it is unavailable.
  public var name: String?
  /// The address of the avatar; `nil` without one.
  public var avatar: String?
  /// The state of the account; the journey refers to the inviter only while it is active.
  public var account: AccountState

  /// Creates an inviter, by default with an active account and without an avatar.
  public init(
    principal: PrincipalID, name: String?, avatar: String? = nil, account: AccountState = .active
  ) {
    self.principal = principal
    self.name = name
    self.avatar = avatar
    self.account = account
  }

  /// Whether the journey may refer to the inviter, whose account must be active.
  public var isThere: Bool { account == .active }

  /// The name, if the inviter's account is active and has one.
  public var visibleName: String? {
    guard isThere, let name, name.contains(where: { !$0.isWhitespace }) else { return nil }
    return name
  }
}

/// The data that a resolved link brings into onboarding; without one the newcomer is organic.
public struct Invitation: Hashable, Sendable {
  /// The owner of the link.
  public var inviter: Inviter
  /// The kind of invite; with `subject` it decides where the invitee lands.
  public var context: InviteContext
  /// The subject of the invite: shared content, a group, or a feature.
  public var subject: UInt64?

  /// Creates an invitation, by default a generic one without a subject.
  public init(inviter: Inviter, context: InviteContext = .generic, subject: UInt64? = nil) {
    self.inviter = inviter
    self.context = context
    self.subject = subject
  }
}

extension Journey {
  /// Creates the journey of a newcomer who came with `invitation`, or with none.
  public init(invitedBy invitation: Invitation?) {
    self.init(isInvited: invitation?.inviter.isThere == true)
  }
}

extension Invitation {
  /// Returns the invitee's destination: the invite's subject, or home where no document is more
  /// specific.
  public static func destination(
    of invitation: Invitation?, under policy: FirstValuePolicy
  ) -> InviteeDestination {
    switch policy.definition {
    case .firstValueCardShown, .inviteDelivered: return .home
    case .motivatingContentSeen: break
    }
    guard let invitation, invitation.inviter.isThere else { return .home }
    return switch (invitation.context, invitation.subject) {
    case (.content, .some(let subject)), (.achievement, .some(let subject)):
      .content(subject)
    case (.collaborative, .some(let subject)): .sharedFeature(subject)
    case (.generic, _), (.content, nil), (.achievement, nil), (.collaborative, nil):
      .senderProfile(invitation.inviter.principal)
    }
  }
}

extension OnboardingRules {
  static let destinations: [Rule] = [
    Rule("P-ONB-04", "Organic users land on home, invited ones on what the invite was about.")
  ]
}
