import Vocabulary

/// What is good about the app without contacts.
public enum SelfManagementBenefit: String, CaseIterable, Sendable {
  case manageOwnProfile
  case definePublicVisibility
  case prepareForLaterSync
}

extension SelfManagementBenefit {
  /// The benefit in the seed's words, with its first letter raised.
  public var text: String {
    switch self {
    case .manageOwnProfile: "Manage own profile"
    case .definePublicVisibility: "Define public/everyone visibility"
    case .prepareForLaterSync: "Prepare for later sync"
    }
  }
}

extension OnboardingRules {
  static let selfManagement: [Rule] = [
    Rule("DNY-02", "Self-management mode highlights three benefits.")
  ]
}
