public import Vocabulary

/// The trust contract that precedes the system's contacts prompt.
///
/// An app needs it for the screen before the system's question.
public struct ContactsExplainer: Hashable, Sendable {
  /// The reason for needing contacts.
  public let why: String
  /// The promise that no messages go out without permission.
  public let noSpam: String
  /// The promise that the user controls sharing.
  public let control: String
  /// The label of the primary button, which leads to the system's prompt.
  public let allow: String
  /// The label of the secondary button, which leaves the system's prompt unspent.
  public let notNow: String
}

extension ContactsExplainer {
  /// Returns the explainer; the buttons are the seed's words, the three sentences ours (CNF-62).
  public static func text(for app: AppIdentity) -> ContactsExplainer {
    ContactsExplainer(
      why: "\(app.name) needs your contacts to find duplicates and keep them in order.",
      noSpam: "No spam: nobody hears from us without your permission.",
      control: "You control what is shared, and with whom.",
      allow: "Allow Contacts",
      notNow: "Not now")
  }
}

extension OnboardingRules {
  static let explainer: [Rule] = [
    Rule("PER-02", "The explainer says why, promises no spam, and leaves control to the user."),
    Rule("PER-03", "The explainer's buttons are \"Allow Contacts\" and \"Not now\"."),
  ]
}

/// The benefits of the app without contacts.
///
/// An app needs it for the screen of a user who denied access to contacts.
public enum SelfManagementBenefit: String, CaseIterable, Sendable {
  /// The user can edit the profile.
  case manageOwnProfile = "Manage own profile"
  /// The user can set what the circles Public and Everyone see.
  case definePublicVisibility = "Define public/everyone visibility"
  /// The user can get ready to sync contacts at another time.
  case prepareForLaterSync = "Prepare for later sync"

  /// The benefit in the seed's words, with its first letter raised.
  public var text: String { rawValue }
}

extension OnboardingRules {
  static let selfManagement: [Rule] = [
    Rule("DNY-02", "Self-management mode highlights three benefits.")
  ]
}
