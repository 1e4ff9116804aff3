import Vocabulary

/// The steps from the store to the first value, as the install journey numbers them.
///
/// An app needs it to number the steps of a newcomer in its analytics.
public enum JourneyStep: Int, CaseIterable, Sendable, BitwiseCopyable {
  /// Step 0: the app's page in the store, or the App Clip in its place.
  case appStoreImpression
  /// Step 1: the intro, S1 to S3.
  case launchIntro
  /// Step 2: the phone number, S4, or the account where no number is required.
  case phoneNumberEntry
  /// Step 3: the one-time code, S5.
  case otpVerification
  /// Step 4: the explainer before the system's contacts prompt, S6.
  case contactPermissionExplainer
  /// Step 5: name, photo and username, S7 to S9.
  case profileBasics
  /// Step 6: the default circles and the fields shared with them, S10.
  case defaultCirclesAndSharing
  /// Step 7: the progress of the sync and the first-value cards, S11.
  case syncProgressAndUtility
  /// Step 8: the end of the first session, S12, or the subject of the invite.
  case home
}

extension JourneyScreen {
  /// The step that the screen belongs to.
  ///
  /// No document maps the steps 0 to 8 to the screens S1 to S12. This mapping is ours: it fits the
  /// three anchors (step 1 with S1, 3 with S5, 8 with S12), and the twelve screens come out even:
  /// three for the intro, three for the basics, one for every other step.
  public var step: JourneyStep {
    switch self {
    case .appStore, .appClip: .appStoreImpression
    case .welcome, .reasons, .privacy: .launchIntro
    case .account, .phoneNumber: .phoneNumberEntry
    case .code: .otpVerification
    case .explainer: .contactPermissionExplainer
    case .name, .photo, .username: .profileBasics
    case .sharing: .defaultCirclesAndSharing
    case .syncing: .syncProgressAndUtility
    case .destination, .home: .home
    }
  }

  /// The number of the screen in Rin's screen specification: 1 for S1; `nil` for an unnumbered one.
  public var standardNumber: Int? {
    switch self {
    case .welcome: 1
    case .reasons: 2
    case .privacy: 3
    case .phoneNumber: 4
    case .code: 5
    case .explainer: 6
    case .name: 7
    case .photo: 8
    case .username: 9
    case .sharing: 10
    case .syncing: 11
    case .home: 12
    case .appStore, .appClip, .account, .destination: nil
    }
  }
}

extension OnboardingRules {
  static let steps: [Rule] = [
    Rule("JRN-01", "The journey has nine steps in order, from the App Store to Home."),
    Rule(
      "JRN-10", "S1-S3 are step 1, S4 is 2, S5 is 3, S6 is 4, S7-S9 are 5, S10 to S12 are 6 to 8."),
  ]
}
