import Vocabulary

/// An action that the first-value home offers.
///
/// An app needs it to route the buttons of that home.
public enum HomeAction: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Review and clean the contacts: the primary action.
  case reviewContacts
  /// Set who can reach the user.
  case setReachability
  /// Improve the rules of the profile's visibility.
  case improveVisibility

  /// Whether it requires the user's contacts; without permission it is an occasion to ask.
  public var needsContacts: Bool {
    switch self {
    case .reviewContacts: true
    case .setReachability, .improveVisibility: false
    }
  }

  /// The objective of the action.
  public var objective: Objective {
    switch self {
    case .reviewContacts: .contactQuality
    case .setReachability, .improveVisibility: .reachability
    }
  }

  /// A goal that home serves (HOM-01).
  public enum Objective: String, CaseIterable, Sendable {
    /// Contacts in good order.
    case contactQuality
    /// Control over who reaches and sees the user.
    case reachability
  }
}

/// The last screen of the first session.
///
/// An app needs it to draw the end of the first session.
public struct HomeScreen: Hashable, Sendable {
  /// A button of home.
  public struct Button: Hashable, Sendable {
    /// The action that a tap on the button starts.
    public let action: HomeAction
    /// The label of the button.
    public let text: String
  }

  /// The button that stands out, for the review of contacts.
  public let primary: Button
  /// The other buttons, in the order in which they are shown.
  public let secondary: [Button]

  /// Creates the home; the words of the primary button are recommended, not locked.
  public init(primaryText: String = "Review and clean your network") {
    primary = Button(action: .reviewContacts, text: primaryText)
    secondary = [
      Button(action: .setReachability, text: worded("Set who can reach you")),
      Button(action: .improveVisibility, text: worded("Improve your profile visibility rules")),
    ]
  }
}

extension OnboardingRules {
  static let home: [Rule] = [
    Rule("HOM-01", "Home is for the quality of one's contacts, not for a feed."),
    Rule("HOM-02", "The primary button: \"Review and clean your network\"."),
    Rule("HOM-03", "The secondary buttons: who can reach you, and visibility rules."),
    Rule("HOM-05", "The words of the primary button are recommended, not locked."),
  ]
}
