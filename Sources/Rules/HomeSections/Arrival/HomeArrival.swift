import Vocabulary

/// How onboarding hands over to the home tab.
public enum HomeArrival: String, CaseIterable, Sendable {
  /// In this order.
  case logOnboardingCompleted
  case dismissCover
  case showTabBar
  case selectHome
  case loadSections

  /// The event that tells that onboarding is done.
  public static let event = "onboarding.completed"

  /// How the sections look at first; `layout` is that of the first evaluation.
  ///
  /// The card that lights up is the first suggestion that has a card in the section at all.
  public static func firstDisplay(
    _ evaluation: SectionEvaluation
  ) -> (expands: SectionKind?, emphasis: SectionContents.AttentionItem?) {
    let suggested = evaluation.contents.attention.first {
      if case .suggestion = $0 { true } else { false }
    }
    let isThere =
      evaluation.decision(.needsAttention).isShown
      && evaluation.contents.suggestions > 0
    return isThere ? (.needsAttention, suggested) : (nil, nil)
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
