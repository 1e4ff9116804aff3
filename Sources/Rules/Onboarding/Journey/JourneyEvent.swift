public import Vocabulary

/// A reportable event of a journey, whatever name it is exported under.
public enum JourneyEvent: UInt8, SmallSetMember {
  /// Sign-up began: the phone number, or the account, is requested.
  case signUpStarted
  /// A phone number was entered and a code sent; reported again for a number entered anew.
  case phoneSubmitted
  /// The right code was entered within its lifetime.
  case phoneVerified
  /// The explainer is on screen; its answer follows.
  case contactsPromptShown
  /// Contacts were granted in the prompt, or in the settings while the explainer was shown.
  case permissionGranted
  /// Denied in the system's prompt, or put off with "Not now".
  case permissionDenied
  /// The sync began, because contacts became readable.
  case syncStarted
  /// The running sync reported progress.
  case syncProgressed
  /// The sync reported its end for the first time.
  case syncCompleted
  /// The last screen of the profile's basics was passed, answered or skipped.
  case basicsCompleted
  /// The sharing step was passed, which saves its defaults.
  case defaultsSet
  /// The first insight was produced; it need not be on a screen yet.
  case firstValueGenerated
  /// The first primary action was taken on home.
  case firstSessionPrimaryAction
  // Beyond the spine: the events for the invite rules and reports.
  /// The app was launched for the first time.
  case onboardingStarted
  /// The destination or home was reached for the first time.
  case onboardingCompleted
  /// A new principal's account was created.
  case signedUp
  /// First value was seen, as the policy defines it; reported once.
  case firstValueSeen
  /// A newcomer with an account was offered a connection to the inviter.
  case connectionSuggested
  /// Inviter and newcomer were connected.
  case connected
}

extension JourneyEvent {
  /// The rule that defines when the event is emitted.
  public var rule: RuleID {
    switch self {
    case .signUpStarted: "SPN-01"
    case .phoneSubmitted: "SPN-02"
    case .phoneVerified: "SPN-03"
    case .contactsPromptShown: "SPN-04"
    case .permissionGranted, .permissionDenied: "SPN-05"
    case .syncStarted, .syncProgressed, .syncCompleted: "SPN-06"
    case .basicsCompleted: "SPN-07"
    case .defaultsSet: "SPN-08"
    case .firstValueGenerated: "SPN-09"
    case .firstSessionPrimaryAction: "SPN-10"
    case .onboardingStarted: "P-RCV-04"
    case .onboardingCompleted: "ONB-11"
    case .signedUp: "PHN-08"
    case .firstValueSeen: "P-RCV-07"
    case .connectionSuggested, .connected: "P-ONB-09"
    }
  }

  /// The events of the backend's spine, in its order.
  public static let spine: [JourneyEvent] = [
    .signUpStarted, .phoneSubmitted, .phoneVerified, .contactsPromptShown, .permissionGranted,
    .permissionDenied, .syncStarted, .syncProgressed, .syncCompleted, .basicsCompleted,
    .defaultsSet, .firstValueGenerated, .firstSessionPrimaryAction,
  ]
}

extension OnboardingRules {
  static let spine: [Rule] = [
    Rule("PHN-11", "Submitting a number and verifying it are logged as events."),
    Rule("PER-09", "Showing the contacts prompt and its outcome are logged as events."),
    Rule("PRF-07", "Finishing the basics is logged as an event."),
    Rule("CCL-12", "Saving the sharing defaults is logged as an event."),
    Rule("SYN-05", "Sync reports when it starts, progresses and completes."),
    Rule("VAL-12", "Producing the first value is logged as an event."),
    Rule("HOM-04", "The first primary action of the session is logged as an event."),
  ]
}
