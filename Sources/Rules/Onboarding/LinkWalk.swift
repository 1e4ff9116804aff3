public import Vocabulary

/// The choice whether an invitee without the app may receive an App Clip.
///
/// An app with an App Clip needs it to choose where a link leads.
public enum AppClipOffer: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Every invitee without the app goes to the store's page (P-CLP-03).
  case off
  /// Shared content and collaboration open an App Clip; other invites lead to the store's page.
  case on
}

/// One invitee's path from the link to the first value, with its taps.
///
/// An app needs it in its tests, to count the taps of an invitee against the budget.
public struct LinkWalk: Hashable, Sendable, BitwiseCopyable {
  /// A place on the way from the link to the first value.
  public enum Place: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The link lies in a message; any of the others follows.
    case link
    /// `onboarding` follows.
    case appStore
    /// `firstValue` follows, without an install.
    case appClip
    /// `firstValue` follows.
    case onboarding
    /// The end of the walk.
    case firstValue
  }

  /// The device of the invitee who taps the link.
  public enum Device: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The app is not installed.
    case withoutApp
    /// The app is installed, but no user is signed in.
    case signedOut
    /// The app is installed and a user signed in; the link leads straight to the first value.
    case signedIn
  }

  /// A step of the invitee, or of the app.
  public enum Step: Hashable, Sendable, BitwiseCopyable {
    /// Taps the link of an invite with this context: one tap.
    case tapsLink(Device, InviteContext, AppClipOffer)
    /// Taps "Get"; opening the app routes on by itself.
    case installs
    /// Continues from one of the condensed screens.
    case continues
    /// The first value appears without a tap.
    case seesFirstValue
  }

  /// The effect of a step.
  public enum Answer: Hashable, Sendable, BitwiseCopyable {
    /// The walk is at another place now, by the named rule.
    case moved(to: Place, because: RuleID)
    /// The step was taken, and the place stays the same.
    case stayed
    /// The step does not belong to this place.
    case notHere
  }

  /// The present place; a walk starts at the link.
  public private(set) var place = Place.link
  /// The number of taps so far, by the walk's way of counting.
  public private(set) var taps = 0
  /// The way of counting: `literal` adds a tap for each screen of onboarding.
  public let counting: TapCount

  /// Creates a walk at the link, before the first tap.
  public init(counting: TapCount) {
    self.counting = counting
  }
}

extension LinkWalk {
  /// Applies a step, and counts its tap if it is one.
  public mutating func receive(_ step: Step) -> Answer {
    switch (place, step) {
    case (.link, .tapsLink(let device, let context, let appClip)):
      taps += 1
      let (next, rule) = LinkWalk.landing(of: device, context: context, appClip: appClip)
      return move(to: next, because: rule)
    case (.appStore, .installs):
      taps += 1
      return move(to: .onboarding, because: "P-RCV-04")
    case (.onboarding, .continues):
      if counting == .literal { taps += 1 }
      return .stayed
    case (.onboarding, .seesFirstValue), (.appClip, .seesFirstValue):
      return move(to: .firstValue, because: "P-RCV-07")
    case (.link, .installs), (.link, .continues), (.link, .seesFirstValue),
      (.appStore, .tapsLink), (.appStore, .continues), (.appStore, .seesFirstValue),
      (.appClip, .tapsLink), (.appClip, .installs), (.appClip, .continues),
      (.onboarding, .tapsLink), (.onboarding, .installs), (.firstValue, _):
      return .notHere
    }
  }

  private mutating func move(to next: Place, because rule: RuleID) -> Answer {
    place = next
    return .moved(to: next, because: rule)
  }

  /// Returns the place after a tap on the link: in the app, or its replacement.
  private static func landing(
    of device: Device, context: InviteContext, appClip: AppClipOffer
  ) -> (Place, RuleID) {
    switch (device, context, appClip) {
    case (.signedIn, _, _): (.firstValue, "P-TAP-03")
    case (.signedOut, _, _): (.onboarding, "P-RCV-03")
    case (.withoutApp, .content, .on), (.withoutApp, .collaborative, .on): (.appClip, "P-CLP-01")
    case (.withoutApp, .generic, .on), (.withoutApp, .achievement, .on): (.appStore, "P-RCV-02")
    case (.withoutApp, _, .off): (.appStore, "P-CLP-03")
    }
  }
}

extension OnboardingRules {
  static let walk: [Rule] = [
    Rule(
      "P-RCV-01", "The invitee's way: link, store or app, personalized onboarding, first value."),
    Rule("P-RCV-02", "Without the app the link leads to an App Clip or to the store."),
    Rule("P-RCV-03", "With the app the link opens it directly, on the welcome."),
    Rule("P-CLP-01", "For shared content and collaboration, an App Clip gives value uninstalled."),
    Rule("P-CLP-03", "With the App Clip off, the store's page takes its place."),
    Rule("P-TAP-02", "A new invitee reaches first value in two taps: link and install."),
    Rule("P-TAP-05", "The whole loop takes four taps: the sender's two, and the two of this walk."),
    Rule("P-TAP-07", "With an App Clip no install tap comes before first value."),
  ]
}

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

/// The texts of the journey about the inviter after the welcome.
///
/// An app needs it where it speaks of the inviter after the welcome.
public enum InviterOffers {
  /// Returns the text of the delayed wall; without a name it lacks the second half (ours: CNF-62).
  public static func wall(for inviter: Inviter?) -> String {
    guard let name = inviter?.visibleName else { return worded("Sign up to save your progress") }
    return worded("Sign up to save your progress and connect with \(name)")
  }

  /// Returns the label of the action beside the first value; `nil` without a name to offer.
  public static func connect(with inviter: Inviter?) -> String? {
    inviter?.visibleName.map { worded("Connect with \($0)") }
  }

  /// The button inside an App Clip.
  public static var fullApp: String { worded("Get the Full App") }
}

extension OnboardingRules {
  static let offers: [Rule] = [
    Rule("P-ONB-07", "The words of the delayed wall."),
    Rule("P-RCV-08", "At first value \"Connect with [Sender]\" stands out."),
    Rule("P-CLP-02", "The App Clip's button reads \"Get the Full App\"."),
  ]
}

/// The representation of the inviter in the contact list of the first-value home.
///
/// An app needs it to show the inviter among the contacts.
public enum InviterOnHome: String, CaseIterable, Sendable, BitwiseCopyable {
  /// As a connected user of the app, among the imported contacts.
  case connectedContact
  /// As a contact in the app only, without access to the address book.
  case appOnlyContact

  /// Whether the row carries the badge of an enriched contact.
  public var hasEnrichmentBadge: Bool {
    switch self {
    case .connectedContact, .appOnlyContact: true
    }
  }
}

extension Journey {
  /// The inviter's representation on home; `nil` before, and without a connection.
  public func inviterOnHome(under rules: JourneyRules) -> InviterOnHome? {
    guard isInvited, screen == .home, milestones.contains(.connected) else { return nil }
    return rules.permission.mayRead(access) ? .connectedContact : .appOnlyContact
  }
}

extension OnboardingRules {
  static let inviterOnHome: [Rule] = [
    Rule("ONB-09", "On S12 the inviter is in the list, connected and with the enrichment badge."),
    Rule("ONB-10", "With contacts denied the inviter still appears, as a Rin-only contact."),
  ]
}

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
    text = worded("Invited by \(name)")
    self.avatar = avatar
    accessibilityLabel = text
    avatarDescription = avatar == nil ? nil : worded("Profile picture of \(name)")
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
        button: worded("Continue"), standardBecause: reason)
    case .product:
      // The documents call the other welcome only "generic": these words are ours (CNF-62).
      return WelcomeScreen(
        title: name.map { worded("Welcome! \($0) invited you") }
          ?? worded("Welcome to \(app.name)"),
        body: nil, card: nil, avatar: avatar, button: worded("Continue"), standardBecause: reason)
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
