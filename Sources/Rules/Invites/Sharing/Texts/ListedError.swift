public import Vocabulary

/// The errors that seed 000 lists, with the text for the user and the recovery.
///
/// An app needs it to word an error, and to go on after it.
public enum ListedError: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The server could not create the link; ERR-01.
  case linkFailed
  /// Creating the link took longer than its time-out; ERR-02.
  case linkTimedOut
  /// The invite behind a first launch could not be resolved; ERR-03, silent.
  case deferredLinkUnresolved
  /// The invite activity could not be loaded; ERR-04.
  case dashboardFailed
  /// The user cancelled the share sheet; ERR-05, silent.
  case shareCancelled
  /// The server could not connect inviter and invitee; ERR-06, silent.
  case autoConnectionFailed

  /// The way the app continues.
  public enum Recovery: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A button beside the text.
    case retryButton
    /// The onboarding goes on without mention of an invite.
    case standardOnboarding
    /// The share screen is shown again, without a text.
    case returnToShareScreen
    /// Retried silently, at the next sync.
    case retryAtNextSync
  }
}

extension ListedError {
  /// The text that the user reads; `nil` for an error that is silent.
  public var text: ScreenText? {
    switch self {
    case .linkFailed: .linkFailed
    case .linkTimedOut: .linkTimedOut
    case .dashboardFailed: .dashboardFailed
    case .deferredLinkUnresolved, .shareCancelled, .autoConnectionFailed: nil
    }
  }

  /// The way the app continues; Retry for every error that has a text.
  public var recovery: Recovery {
    switch self {
    case .linkFailed, .linkTimedOut, .dashboardFailed: .retryButton
    case .deferredLinkUnresolved: .standardOnboarding
    case .shareCancelled: .returnToShareScreen
    case .autoConnectionFailed: .retryAtNextSync
    }
  }

  /// The rule that lists the error.
  public var rule: RuleID {
    switch self {
    case .linkFailed: "ERR-01"
    case .linkTimedOut: "ERR-02"
    case .deferredLinkUnresolved: "ERR-03"
    case .dashboardFailed: "ERR-04"
    case .shareCancelled: "ERR-05"
    case .autoConnectionFailed: "ERR-06"
    }
  }
}

extension SharingRules {
  static let errors: [Rule] = [
    Rule("ERR-01", "A failed link says so and offers Retry."),
    Rule("ERR-02", "A link that takes over 10 s says so and offers Retry."),
    Rule("ERR-04", "A dashboard that does not load says so and offers Retry."),
    Rule("ERR-05", "A cancelled share is silent and returns to the share screen."),
    Rule("ERR-06", "A failed auto-connection is silent and tried again at the next sync."),
    Rule("ERR-07", "Every error says what happened and what can be done."),
    Rule("ERR-08", "No error says \"Oops\" or apologises."),
    Rule("ERR-10", "Offline without a cached link: a connection is needed."),
    Rule("ERR-11", "Three of the six listed errors are silent."),
  ]
}
