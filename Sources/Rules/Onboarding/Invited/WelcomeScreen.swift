public import Vocabulary

/// The first screen: its texts, and the person it names.
///
/// An app needs it to draw its first screen.
public struct WelcomeScreen: Hashable, Sendable {
  /// The headline: the slogan, or under `product` a welcome that names the inviter or the app.
  public let title: String
  /// `nil` where no document gives one.
  public let body: String?
  /// The card below the body.
  public let card: InviterCard?
  /// The sender's avatar beside the title.
  public let avatar: String?
  /// The label of the button, "Continue" in every profile.
  public let button: String
  /// The reason for naming no inviter; `nil` if one is named.
  public let standardBecause: Reason?

  /// The reason why the welcome is the standard one.
  public enum Reason: String, CaseIterable, Sendable {
    /// A missing or unresolved link.
    case noContext
    /// The inviter's account was deleted or suspended.
    case inviterGone
    /// The inviter's account has no name that could be shown.
    case noName
  }
}

/// The small card that names the inviter.
///
/// An app needs it to draw the welcome of an invitee.
public struct InviterCard: Hashable, Sendable {
  /// The words on the card: "Invited by" and the name.
  public let text: String
  /// The address of the avatar; optional on the card.
  public let avatar: String?
  /// The VoiceOver label.
  public let accessibilityLabel: String
  /// The VoiceOver label of the avatar; the words are ours (CNF-62).
  public let avatarDescription: String?

  init(name: String, avatar: String?) {
    text = "Invited by \(name)"
    self.avatar = avatar
    accessibilityLabel = text
    avatarDescription = avatar == nil ? nil : "Profile picture of \(name)"
  }
}

extension WelcomeScreen.Reason {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .noContext: "ONB-07"
    case .inviterGone, .noName: "ONB-05"
    }
  }
}

extension WelcomeScreen {
  /// Returns the welcome of a newcomer who came with `invitation`, or with none.
  public static func welcome(
    _ invitation: Invitation?, under policy: OnboardingPolicy, in app: AppIdentity
  ) -> WelcomeScreen {
    let name = invitation?.inviter.visibleName
    let avatar = name == nil ? nil : invitation?.inviter.avatar
    var reason: Reason?
    if name == nil {
      reason =
        switch invitation?.inviter.isThere {
        case nil: .noContext
        case false: .inviterGone
        case true: .noName
        }
    }
    switch policy.document {
    case .rin, .design:
      return WelcomeScreen(
        title: Positioning.primarySlogan,
        body: IntroScreen(.welcome, in: app)?.text,
        card: name.map { InviterCard(name: $0, avatar: avatar) }, avatar: nil,
        button: "Continue", standardBecause: reason)
    case .product:
      // The documents call the other welcome only "generic": these words are ours (CNF-62).
      return WelcomeScreen(
        title: name.map { "Welcome! \($0) invited you" } ?? "Welcome to \(app.name)",
        body: nil, card: nil, avatar: avatar, button: "Continue", standardBecause: reason)
    }
  }
}

extension OnboardingRules {
  static let welcome: [Rule] = [
    Rule("ONB-02", "S1 gains a card with the inviter's name, and avatar if there is one."),
    Rule("ONB-03", "The card reads \"Invited by [Name]\"."),
    Rule("ONB-04", "The words of S1, with \"Continue\" below the card."),
    Rule("ONB-05", "Without the inviter's name the card is left out."),
    Rule("ONB-06", "An inviter without an avatar still gets the card."),
    Rule("ONB-07", "Without invite context S1 is the standard one."),
    Rule("ACC-09", "VoiceOver reads the card's text and describes the avatar."),
    Rule("P-ONB-01", "\"Welcome! [Sender name] invited you\", with the sender's avatar."),
    Rule("P-RCV-04", "After the install, onboarding names the inviter."),
  ]
}
