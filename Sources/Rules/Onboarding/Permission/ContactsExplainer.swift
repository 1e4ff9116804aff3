public import Vocabulary

/// The trust contract that precedes the system's contacts prompt.
public struct ContactsExplainer: Hashable, Sendable {
  /// Why contacts are needed, the no-spam policy, and who controls sharing.
  public let why: String
  public let noSpam: String
  public let control: String
  public let allow: String
  public let notNow: String
}

extension ContactsExplainer {
  /// The buttons are the seed's words; the three sentences are ours (CNF-62).
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
