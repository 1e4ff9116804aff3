public import Vocabulary

/// An event that the home tab logs.
///
/// No event has a name, a number or an address of a contact: ids, counts and choices only. The name
/// of a circle, which its owner wrote, and the text of a link are the exceptions of the document.
public enum HomeEvent: Hashable, Sendable {
  case viewed(sections: Int, contacts: Int, badge: Int)
  case pulledToRefresh(sinceLastSync: Interval)
  case syncCompleted(contacts: Int, duplicates: Int, enrichments: Int, took: Interval)

  /// `place` counts from 0 among the items on the screen.
  case sectionViewed(SectionKind, items: Int, place: Int)
  case sectionTapped(SectionKind, SectionTouch)
  case sectionDismissed(SectionKind, SectionShelf.Hiding)
  case duplicateAnswered(DuplicateAnswer, confidence: Double, evidence: [String])
  case enrichmentViewed(contact: String, fields: Int)
  case suggestionAnswered(SuggestionAnswer, circle: String, contacts: Int)
  case scoreCardTapped(score: Int, delta: Int)
  case upcomingAnswered(UpcomingAnswer, UpcomingCard.Event)

  case contactSelected(
    contact: String, isEnriched: Bool, circles: Int, place: Int, grouping: String)
  case searchActivated(contacts: Int, sections: Int)
  case filterChanged(grouping: String, sort: String, circles: Int)
  case multiSelectStarted(contacts: Int)
  case bulkActionCompleted(BulkAction, selected: Int)

  case addTapped
  case linkHandled(url: String, section: SectionKind?, contact: String?)

  /// A text that should be a link and is none.
  case linkFailed
  case onboardingCompleted
}

extension HomeEvent {
  public enum SectionTouch: String, CaseIterable, Sendable {
    case expand, collapse
    case seeAll = "see_all"
  }

  public enum DuplicateAnswer: String, CaseIterable, Sendable {
    case merge
    case notSame = "not_same"
    case skip
  }

  public enum SuggestionAnswer: String, CaseIterable, Sendable {
    case review, dismiss
  }

  public enum UpcomingAnswer: String, CaseIterable, Sendable {
    case view, dismiss
  }

  public enum BulkAction: Hashable, Sendable {
    case addToCircle(String)
    case delete
  }
}

extension HomeEvent {
  /// The name that is logged.
  public var name: String {
    switch self {
    case .viewed: "home.viewed"
    case .pulledToRefresh: "home.pull_to_refresh"
    case .syncCompleted: "home.sync_completed"
    case .sectionViewed: "home.section_viewed"
    case .sectionTapped: "home.section_tapped"
    case .sectionDismissed: "home.section_dismissed"
    case .duplicateAnswered: "home.dedup_action"
    case .enrichmentViewed: "home.enrichment_viewed"
    case .suggestionAnswered: "home.suggestion_action"
    case .scoreCardTapped: "home.score_card_tapped"
    case .upcomingAnswered: "home.upcoming_action"
    case .contactSelected: "home.contact_selected"
    case .searchActivated: "home.search_activated"
    case .filterChanged: "home.filter_changed"
    case .multiSelectStarted: "home.multi_select_started"
    case .bulkActionCompleted: "home.bulk_action_completed"
    case .addTapped: "home.add_contact_tapped"
    case .linkHandled: "home.deep_link_handled"
    case .linkFailed: "deeplink.parse_failed"
    case .onboardingCompleted: "onboarding.completed"
    }
  }
}

extension SectionRules {
  static let events: [Rule] = [
    Rule("ANA-01", "home.viewed: the tab has become visible."),
    Rule("ANA-02", "home.pull_to_refresh: the user pulled."),
    Rule("ANA-03", "home.sync_completed: a sync that began on the tab has succeeded."),
    Rule("ANA-04", "home.section_viewed: a section has been seen."),
    Rule("ANA-06", "home.section_tapped: a header, or the link to all."),
    Rule("ANA-07", "home.section_dismissed: a section was hidden, for a while or for good."),
    Rule("ANA-08", "home.dedup_action: the user's answer on the card of a pair."),
    Rule("ANA-09", "home.enrichment_viewed: a tap on an update."),
    Rule("ANA-10", "home.suggestion_action: the user's answer on a circle's card."),
    Rule("ANA-11", "home.score_card_tapped: a tap on the score's card."),
    Rule("ANA-12", "home.upcoming_action: the user's action on an upcoming event."),
    Rule("ANA-13", "home.contact_selected: a tap on a row."),
    Rule("ANA-14", "home.search_activated: a tap on the search bar."),
    Rule("ANA-15", "home.filter_changed: another grouping, order or filter."),
    Rule("ANA-16", "home.multi_select_started: selecting has begun."),
    Rule("ANA-17", "home.bulk_action_completed: many were added to a circle, or deleted."),
    Rule("ANA-18", "home.add_contact_tapped: a tap on + Add."),
    Rule("ANA-19", "home.deep_link_handled: a link has led to the tab."),
    Rule("ANA-20", "deeplink.parse_failed and onboarding.completed are not the tab's own."),
    Rule("ANA-21", "The tab has eighteen events and no other."),
  ]
}
