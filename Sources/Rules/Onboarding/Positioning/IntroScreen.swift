public import Vocabulary

/// A screen of the launch intro.
public struct IntroScreen: Hashable, Sendable {
  /// The point that a screen of the intro makes (JRN-05).
  public enum Topic: String, CaseIterable, Sendable {
    /// The purpose of the app, on the welcome.
    case whatItDoes
    /// The reason for importing contacts.
    case whyContacts
    /// The promise of no notifications without permission.
    case privacyPromise
  }

  /// The point that the screen makes.
  public let topic: Topic
  /// The sentence on the screen.
  public let text: String
  /// The label of the button, the same on each screen (JRN-06).
  public let button = "Continue"
}

extension IntroScreen {
  /// Creates the texts of `screen`; `nil` for one that is no part of the intro.
  ///
  /// The first text is S1's. For the others the documents name only the topic: the words are ours
  /// (CNF-62), around the promise that is given in full.
  public init?(_ screen: JourneyScreen, in app: AppIdentity) {
    switch screen {
    case .welcome:
      topic = .whatItDoes
      text = "\(app.name) helps you clean, organize, and control your contacts."
    case .reasons:
      topic = .whyContacts
      text = "Importing your contacts lets \(app.name) find duplicates and keep them in order."
    case .privacy:
      topic = .privacyPromise
      text = "No unsolicited notifications without permission."
    case .appStore, .appClip, .account, .phoneNumber, .code, .explainer, .name, .photo,
      .username, .sharing, .syncing, .destination, .home:
      return nil
    }
  }
}

extension OnboardingRules {
  static let intro: [Rule] = [
    Rule("JRN-05", "The intro states what the app does, why it imports contacts, and its promise."),
    Rule("JRN-06", "The intro's button reads \"Continue\"."),
  ]
}
