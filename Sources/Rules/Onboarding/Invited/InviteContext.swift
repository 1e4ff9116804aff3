public import Vocabulary

/// What an invite was about.
public enum InviteMotive: String, CaseIterable, Sendable, BitwiseCopyable {
  case generic
  case achievement
  case content
  case collaborative
}

/// Whoever sent the link that someone came by.
public struct Inviter: Hashable, Sendable {
  public var principal: PrincipalID
  /// The display name; `nil` if it cannot be had.
  public var name: String?
  /// Where the avatar is found; `nil` without one.
  public var avatar: String?
  public var account: AccountState

  public init(
    principal: PrincipalID, name: String?, avatar: String? = nil, account: AccountState = .active
  ) {
    self.principal = principal
    self.name = name
    self.avatar = avatar
    self.account = account
  }

  /// Whether the journey may refer to the inviter: deleted and suspended ones are gone for it.
  public var isThere: Bool { account == .active }

  /// The name, if the inviter is still there and has one.
  public var visibleName: String? {
    guard isThere, let name, name.contains(where: { !$0.isWhitespace }) else { return nil }
    return name
  }
}

/// What a resolved link brings into onboarding; without one everything is as for anybody.
public struct InviteContext: Hashable, Sendable {
  public var inviter: Inviter
  public var motive: InviteMotive
  /// What it was about: shared content, a group, or a feature.
  public var subject: String?

  public init(inviter: Inviter, motive: InviteMotive = .generic, subject: String? = nil) {
    self.inviter = inviter
    self.motive = motive
    self.subject = subject
  }
}

extension Journey {
  /// Begins the journey of someone who came with `context`, or with none.
  public init(invitedBy context: InviteContext?) {
    self.init(isInvited: context?.inviter.isThere == true)
  }
}

/// Where someone lands after onboarding.
public enum Destination: Hashable, Sendable {
  case defaultHome
  case sharedContent(String)
  case collaborativeFeature(String)
  case profile(of: PrincipalID)
}

extension InviteContext {
  /// Where the invitee lands: at what motivated the invite, or at home where no document says more.
  public static func destination(
    of context: InviteContext?, under policy: FirstValuePolicy
  ) -> Destination {
    switch policy.definition {
    case .firstValueCardShown, .inviteDelivered: return .defaultHome
    case .motivatingContentSeen: break
    }
    guard let context, context.inviter.isThere else { return .defaultHome }
    return switch (context.motive, context.subject) {
    case (.content, .some(let subject)), (.achievement, .some(let subject)):
      .sharedContent(subject)
    case (.collaborative, .some(let subject)): .collaborativeFeature(subject)
    case (.generic, _), (.content, nil), (.achievement, nil), (.collaborative, nil):
      .profile(of: context.inviter.principal)
    }
  }
}

extension OnboardingRules {
  static let destinations: [Rule] = [
    Rule("P-ONB-04", "Organic users land on home, invited ones on what the invite was about.")
  ]
}
