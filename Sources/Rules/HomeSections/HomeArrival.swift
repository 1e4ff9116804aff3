import Vocabulary

/// The steps from onboarding to the home tab.
///
/// An app needs it to leave onboarding in the right order.
public enum HomeArrival: String, CaseIterable, Sendable {
  /// In this order.
  case logOnboardingCompleted
  /// The full-screen cover of onboarding is dismissed.
  case dismissCover
  /// The tab bar appears.
  case showTabBar
  /// The home tab is selected.
  case selectHome
  /// The home tab evaluates its sections, with the result of the first sync.
  case loadSections

  /// The event that reports the end of onboarding.
  public static let event = HomeEvent.onboardingCompleted.name
}

/// The emphasis at the very first display of the home tab.
///
/// An app needs it when the home tab appears for the first time.
public struct FirstDisplay: Hashable, Sendable {
  /// The section that is expanded whatever its saved state; `nil` if none is.
  public let expands: SectionKind?
  /// The card highlighted like the target of a link: the first suggestion with a card.
  public let emphasis: SectionContents.AttentionItem?

  /// Creates the emphasis for `evaluation`: none unless Needs Attention is shown with pairs to
  /// review.
  public init(_ evaluation: SectionEvaluation) {
    guard evaluation.decision(.needsAttention).isShown, evaluation.contents.suggestions > 0 else {
      (expands, emphasis) = (nil, nil)
      return
    }
    expands = .needsAttention
    emphasis = evaluation.contents.attention.first {
      if case .suggestion = $0 { true } else { false }
    }
  }
}

extension SectionRules {
  static let arrival: [Rule] = [
    Rule("OBH-01", "The home after onboarding is the home of every day."),
    Rule("OBH-02", "The end of onboarding is logged first."),
    Rule("OBH-03", "Then the cover goes, the tab bar comes, home is chosen, sections load."),
    Rule("OBH-04", "What the first sync found to review needs attention."),
    Rule("OBH-05", "All contacts of the first sync are new."),
    Rule("OBH-06", "What the network added during the sync is there."),
    Rule("OBH-07", "The calls of onboarding are not repeated."),
    Rule("OBH-08", "At the first display a section with duplicates is expanded."),
    Rule("OBH-09", "Its first duplicate lights up as a section does that a link leads to."),
    Rule("OBH-10", "Without duplicates nothing is forced open and nothing lights up."),
    Rule("OBH-11", "Later the sections are as they were left."),
  ]
}
