public import Vocabulary

/// The surface shown to a person who opens an invite link; there is none for an error.
public enum ReceiptSurface: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The app's page in the store.
  case appStore
  /// A page about the app that is the same for every link.
  case genericPage
  /// A page, and the card of a preview, that names the sender.
  case personalisedPage
  /// A page that takes an email address, for devices without the app.
  case emailCapturePage
  /// A page that says that the link has expired.
  case expiredPage
  /// Onboarding that shows the inviter.
  case invitedOnboarding
  /// Onboarding without an inviter.
  case standardOnboarding
  /// The toast "You're already on Rin."
  case alreadyOnToast
  /// The toast "You're already connected with [Sender]!"
  case alreadyConnectedToast
  /// The screen "[Sender] wants to connect".
  case wantsToConnect
  /// The screen that welcomes an existing user back.
  case welcomeBack
  /// The home tab, without a sign of the invite.
  case home
}

extension ReceiptSurface: SmallSetMember {
  /// The place among all surfaces, from 0 to 11, which a set of them stores as a bit.
  public var ordinal: UInt8 {
    switch self {
    case .appStore: 0
    case .genericPage: 1
    case .personalisedPage: 2
    case .emailCapturePage: 3
    case .expiredPage: 4
    case .invitedOnboarding: 5
    case .standardOnboarding: 6
    case .alreadyOnToast: 7
    case .alreadyConnectedToast: 8
    case .wantsToConnect: 9
    case .welcomeBack: 10
    case .home: 11
    }
  }
}

extension ReceiptSurface {
  /// The surface that follows, automatically or by the only button; `nil` where the user chooses
  /// the way.
  public var next: ReceiptSurface? {
    switch self {
    case .genericPage, .personalisedPage, .expiredPage: .appStore
    case .alreadyOnToast, .alreadyConnectedToast: .home
    case .appStore, .emailCapturePage, .invitedOnboarding, .standardOnboarding, .wantsToConnect,
      .welcomeBack, .home:
      nil
    }
  }

  /// Whether the surface is inside the app, and so reached without a further tap.
  public var isInApp: Bool {
    switch self {
    case .invitedOnboarding, .standardOnboarding, .alreadyOnToast, .alreadyConnectedToast,
      .wantsToConnect, .welcomeBack, .home:
      true
    case .appStore, .genericPage, .personalisedPage, .emailCapturePage, .expiredPage: false
    }
  }

  /// Whether the surface names the sender.
  public var namesSender: Bool {
    switch self {
    case .personalisedPage, .invitedOnboarding, .alreadyConnectedToast, .wantsToConnect: true
    case .appStore, .genericPage, .emailCapturePage, .expiredPage, .standardOnboarding,
      .alreadyOnToast, .welcomeBack, .home:
      false
    }
  }

  /// Returns the exact words of the surface, where this module defines them; `nil` otherwise.
  public func text(app: AppIdentity, sender: String) -> String? {
    switch self {
    case .alreadyOnToast: "You're already on \(app.name)."
    case .alreadyConnectedToast: "You're already connected with \(sender)!"
    case .wantsToConnect: "\(sender) wants to connect"
    case .emailCapturePage: EmailCapturePage(app: app).text
    case .appStore, .genericPage, .personalisedPage, .expiredPage, .invitedOnboarding,
      .standardOnboarding, .welcomeBack, .home:
      nil
    }
  }
}

extension ReceiptRules {
  static let surfaces: [Rule] = [
    Rule("RES-21", "An existing user's toast is: You're already on Rin."),
    Rule(
      "RES-26", "Whatever fails ends in standard onboarding; nothing blocks, no error is shown."),
    Rule("P-EDG-02", "An invitee who has the app sees \"[Sender] wants to connect\"."),
    Rule("P-EDG-03", "One already connected sees \"You're already connected with [Sender]!\"."),
    Rule(
      "P-TAP-03", "For an existing user the tap on the link is the only one, up to the destination."
    ),
  ]
}
