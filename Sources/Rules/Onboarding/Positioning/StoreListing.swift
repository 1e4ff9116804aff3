import Vocabulary

/// The texts on the app's page in the store.
public struct StoreListing: Hashable, Sendable {
  /// What the texts speak of.
  public enum Theme: String, CaseIterable, Sendable {
    case control
    case clarity
    case privacy
  }

  public struct Line: Hashable, Sendable {
    public let theme: Theme
    public let text: String
  }

  public let title: Line
  public let subtitle: Line
  public let screenshot: Line

  /// Two of the slogans, and between them a line of ours (CNF-62): none of them says "clarity".
  public static let first = StoreListing(
    title: Line(theme: .control, text: Positioning.primarySlogan),
    subtitle: Line(theme: .clarity, text: "Your contacts, clear and in order."),
    screenshot: Line(
      theme: .privacy, text: "Findable when you want. Private when you don’t."))
}

extension OnboardingRules {
  static let store: [Rule] = [
    Rule("JRN-03", "The store's texts speak of control, clarity and privacy.")
  ]
}
