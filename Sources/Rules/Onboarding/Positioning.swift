public import Vocabulary

/// The app's statements about itself.
public enum Positioning {
  /// Returns the positioning statement, with the name of `app` (POS-03).
  public static func statement(for app: AppIdentity) -> String {
    worded(
      """
      \(app.name) helps you organize and control your real-world network from your phone contacts, \
      without spam or forced social noise.
      """)
  }

  /// The candidates in order; the third is damaged in the source, and read with an apostrophe.
  public static var slogans: [String] {
    [
      primarySlogan,
      worded("Your contacts, finally under control."),
      worded("Findable when you want. Private when you don’t."),
      worded("Know your network. Control your reach."),
      worded("Turn contacts into real relationships."),
    ]
  }

  /// The slogan of the first version's tests.
  public static var primarySlogan: String { worded("Own your network.") }
  /// The line below the slogan in the first version's tests (POS-06).
  public static var secondaryLine: String {
    worded("Make it easy to find you and hard to reach you without permission.")
  }
}

extension OnboardingRules {
  static let positioning: [Rule] = [
    Rule("POS-03", "The positioning statement."),
    Rule("POS-04", "The five slogan candidates, in order."),
    Rule("POS-05", "The primary slogan of the first version's tests."),
    Rule("POS-06", "The secondary line of the first version's tests."),
    Rule("POS-08", "The damaged third slogan is read with a right single quote."),
  ]
}

/// The texts on the app's page in the store.
///
/// An app needs it for its page in the store.
public struct StoreListing: Hashable, Sendable {
  /// The themes of the texts.
  public enum Theme: String, CaseIterable, Sendable {
    /// Control over one's own contacts.
    case control
    /// Order among the contacts.
    case clarity
    /// The choice of who can find and reach the user.
    case privacy
  }

  /// A text of the page, with its theme.
  public struct Line: Hashable, Sendable {
    /// The theme of the text.
    public let theme: Theme
    /// The text as it stands on the page.
    public let text: String
  }

  /// The title of the page.
  public let title: Line
  /// The line below the title.
  public let subtitle: Line
  /// The text of the screenshots.
  public let screenshot: Line

  /// Two of the slogans, and between them a line of ours (CNF-62): none of them says "clarity".
  public static var first: StoreListing {
    StoreListing(
      title: Line(theme: .control, text: Positioning.primarySlogan),
      subtitle: Line(theme: .clarity, text: worded("Your contacts, clear and in order.")),
      screenshot: Line(
        theme: .privacy, text: worded("Findable when you want. Private when you don’t.")))
  }
}

extension OnboardingRules {
  static let store: [Rule] = [
    Rule("JRN-03", "The store's texts speak of control, clarity and privacy.")
  ]
}

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
  public let button = worded("Continue")
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
      text = worded("\(app.name) helps you clean, organize, and control your contacts.")
    case .reasons:
      topic = .whyContacts
      text = worded(
        "Importing your contacts lets \(app.name) find duplicates and keep them in order.")
    case .privacy:
      topic = .privacyPromise
      text = worded("No unsolicited notifications without permission.")
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
