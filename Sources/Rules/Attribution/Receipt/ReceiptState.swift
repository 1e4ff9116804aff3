import Vocabulary

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
