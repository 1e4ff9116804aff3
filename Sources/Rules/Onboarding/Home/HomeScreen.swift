import Vocabulary

/// An action that the first-value home offers.
public enum HomeAction: String, CaseIterable, Sendable, BitwiseCopyable {
  case reviewContacts
  case setReachability
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

  public enum Objective: String, CaseIterable, Sendable {
    case contactQuality
    case reachability
  }
}

/// The last screen of the first session.
public struct HomeScreen: Hashable, Sendable {
  public struct Button: Hashable, Sendable {
    public let action: HomeAction
    public let text: String
  }

  public let primary: Button
  public let secondary: [Button]

  /// Creates the home; the words of the primary button are recommended, not locked.
  public init(primaryText: String = "Review and clean your network") {
    primary = Button(action: .reviewContacts, text: primaryText)
    secondary = [
      Button(action: .setReachability, text: "Set who can reach you"),
      Button(action: .improveVisibility, text: "Improve your profile visibility rules"),
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
