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
    case .alreadyOnToast: worded("You're already on \(app.name).")
    case .alreadyConnectedToast: worded("You're already connected with \(sender)!")
    case .wantsToConnect: worded("\(sender) wants to connect")
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

/// The six states of receiving an invite.
///
/// An app needs it to report what became of a tap.
public enum ReceiptState: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The app was not installed when the link was tapped.
  case freshInstall
  /// The app was installed, and no user was signed in.
  case directOpen
  /// A user was signed in, whatever the validity of the link.
  case existingUser
  /// The click is older than the attribution window, or the link older than the lifetime of links.
  case attributionExpired
  /// The inviter's account is deleted or suspended.
  case inviterDeleted
  /// The code is not on the server, or the link was tampered with.
  case linkInvalid
}

/// One step on the way from a tap to the app.
///
/// An app needs it to log the way of a tap.
public enum ReceiptStep: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The app's page in the store.
  case appStore
  /// The installation of the app.
  case install
  /// The resolution of the link on first launch.
  case deferredLink
  /// The opening of the app by the link.
  case openApp
  /// Onboarding that shows the inviter.
  case invitedOnboarding
  /// Onboarding without an inviter.
  case standardOnboarding
  /// The toast that the user is on the app already.
  case alreadyOnToast
  /// The home tab.
  case home
}

extension ReceiptState {
  /// Creates the state of a person's tap; `nil` for a preview fetch and on platforms without the
  /// app.
  ///
  /// Users come first, then the validity of the link, then the state of the inviter's account.
  public init?(of tap: LinkTap, isOutsideWindow: Bool) {
    switch (tap.opener, tap.link, tap.sender) {
    case (.previewFetcher, _, _), (.browser(.other), _, _):
      return nil
    case (.signedInApp, _, _):
      self = .existingUser
    case (_, .unknown, _), (_, .tampered, _):
      self = .linkInvalid
    case (_, .expired, _):
      self = .attributionExpired
    case (_, .valid, _) where isOutsideWindow:
      self = .attributionExpired
    case (_, .valid, .deleted), (_, .valid, .suspended):
      self = .inviterDeleted
    case (.browser(.iOS), .valid, .active):
      self = .freshInstall
    case (.signedOutApp, .valid, .active):
      self = .directOpen
    }
  }

  /// The steps of the state, in order.
  public var path: [ReceiptStep] {
    switch self {
    case .freshInstall: [.appStore, .install, .deferredLink, .invitedOnboarding]
    case .directOpen: [.openApp, .invitedOnboarding]
    case .existingUser: [.openApp, .alreadyOnToast, .home]
    case .attributionExpired, .inviterDeleted, .linkInvalid: [.standardOnboarding]
    }
  }
}

extension ReceiptRules {
  static let states: [Rule] = [
    Rule("RES-14", "Receiving an invite has exactly six states."),
    Rule("RES-15", "Fresh install: store, install, deferred link, onboarding with the invite."),
    Rule("RES-16", "Direct open: the app opens into onboarding with the invite."),
    Rule("RES-17", "Existing user: the toast, then Home."),
    Rule("RES-18", "Attribution expired: standard onboarding, no invite context."),
    Rule("RES-19", "Inviter account deleted: no card, standard onboarding."),
    Rule("RES-20", "Link invalid: standard onboarding, no invite context."),
  ]
}
