public import Vocabulary

/// An event that the home tab logs.
///
/// No event has a name, a number or an address of a contact: ids, counts and choices only. The name
/// of a circle, which its owner wrote, and the text of a link are the exceptions of the document.
public enum HomeEvent: Hashable, Sendable {
  /// The home tab became visible, with the numbers of sections and contacts, and the badge's.
  case viewed(sections: Int, contacts: Int, badge: Int)
  /// The user pulled to refresh; the time since the last sync is logged in whole seconds.
  case pulledToRefresh(sinceLastSync: Interval)
  /// A sync begun on the tab succeeded, with the numbers of its news and its duration.
  case syncCompleted(contacts: Int, duplicates: Int, enrichments: Int, took: Interval)

  /// `place` counts from 0 among the items on the screen.
  case sectionViewed(SectionKind, items: Int, place: Int)
  /// The user tapped a section's header, or its link to all items.
  case sectionTapped(SectionKind, SectionTouch)
  /// The user hid a section, for a while or for good.
  case sectionDismissed(SectionKind, SectionShelf.Hiding)
  /// The user answered the card of a pair; `confidence` is from 0 to 1, and logged in per cent.
  case duplicateAnswered(DuplicateAnswer, confidence: Double, evidence: [String])
  /// The user tapped the card of an update; `contact` is the contact's id.
  case enrichmentViewed(contact: String, fields: Int)
  /// The user answered the card of a proposed circle; `circle` is the circle's name.
  case suggestionAnswered(SuggestionAnswer, circle: String, contacts: Int)
  /// The user tapped the card of a changed score; `delta` is negative for a drop.
  case scoreCardTapped(score: Int, delta: Int)
  /// The user acted on the card of an upcoming event.
  case upcomingAnswered(UpcomingAnswer, UpcomingCard.Event)

  /// The user tapped a row of the list; `place` counts from 0, and `circles` the contact's circles.
  case contactSelected(
    contact: String, isEnriched: Bool, circles: Int, place: Int, grouping: String)
  /// The user tapped the search bar, with the numbers of contacts and sections at that time.
  case searchActivated(contacts: Int, sections: Int)
  /// The user changed grouping, order or filter; `circles` counts the circles of the filter.
  case filterChanged(grouping: String, sort: String, circles: Int)
  /// The user began to select several contacts, out of so many.
  case multiSelectStarted(contacts: Int)
  /// An action on so many selected contacts has completed.
  case bulkActionCompleted(BulkAction, selected: Int)

  /// The user tapped "+ Add".
  case addTapped
  /// A link led to the tab; `section` and `contact` are `nil` where the link names none.
  case linkHandled(url: String, section: SectionKind?, contact: String?)

  /// A text that should be a link and is none.
  case linkFailed
  /// Onboarding has ended; not an event of the tab itself.
  case onboardingCompleted
}

extension HomeEvent {
  /// A user's tap on a section, by its logged name.
  public enum SectionTouch: String, CaseIterable, Sendable {
    /// The tap on the header expanded or collapsed the section.
    case expand, collapse
    /// The tap was on the link to all items.
    case seeAll = "see_all"
  }

  /// A user's answer on the card of a pair, by its logged name.
  public enum DuplicateAnswer: String, CaseIterable, Sendable {
    /// The two entries are one person, and are merged.
    case merge
    /// The two entries are two persons, for good.
    case notSame = "not_same"
    /// The decision is put off until the app is launched again.
    case skip
  }

  /// A user's answer on the card of a proposed circle, by its logged name.
  public enum SuggestionAnswer: String, CaseIterable, Sendable {
    /// The user opened the review, or dismissed the proposal for ever.
    case review, dismiss
  }

  /// A user's action on the card of an upcoming event, by its logged name.
  public enum UpcomingAnswer: String, CaseIterable, Sendable {
    /// The user opened the contact, or dismissed the event.
    case view, dismiss
  }

  /// An action on all selected contacts.
  public enum BulkAction: Hashable, Sendable {
    /// Adds the contacts to the circle that the text identifies.
    case addToCircle(String)
    /// Deletes the contacts.
    case delete
  }
}

extension HomeEvent {
  /// The names that are logged, an event each.
  enum Name: String, CaseIterable {
    case viewed = "home.viewed"
    case pulledToRefresh = "home.pull_to_refresh"
    case syncCompleted = "home.sync_completed"
    case sectionViewed = "home.section_viewed"
    case sectionTapped = "home.section_tapped"
    case sectionDismissed = "home.section_dismissed"
    case duplicateAnswered = "home.dedup_action"
    case enrichmentViewed = "home.enrichment_viewed"
    case suggestionAnswered = "home.suggestion_action"
    case scoreCardTapped = "home.score_card_tapped"
    case upcomingAnswered = "home.upcoming_action"
    case contactSelected = "home.contact_selected"
    case searchActivated = "home.search_activated"
    case filterChanged = "home.filter_changed"
    case multiSelectStarted = "home.multi_select_started"
    case bulkActionCompleted = "home.bulk_action_completed"
    case addTapped = "home.add_contact_tapped"
    case linkHandled = "home.deep_link_handled"
    case linkFailed = "deeplink.parse_failed"
    case onboardingCompleted = "onboarding.completed"
  }

  /// Every name that is logged, in the order of the document.
  public static let names = Name.allCases.map(\.rawValue)

  /// The name that is logged.
  public var name: String { loggedName.rawValue }

  private var loggedName: Name {
    switch self {
    case .viewed: .viewed
    case .pulledToRefresh: .pulledToRefresh
    case .syncCompleted: .syncCompleted
    case .sectionViewed: .sectionViewed
    case .sectionTapped: .sectionTapped
    case .sectionDismissed: .sectionDismissed
    case .duplicateAnswered: .duplicateAnswered
    case .enrichmentViewed: .enrichmentViewed
    case .suggestionAnswered: .suggestionAnswered
    case .scoreCardTapped: .scoreCardTapped
    case .upcomingAnswered: .upcomingAnswered
    case .contactSelected: .contactSelected
    case .searchActivated: .searchActivated
    case .filterChanged: .filterChanged
    case .multiSelectStarted: .multiSelectStarted
    case .bulkActionCompleted: .bulkActionCompleted
    case .addTapped: .addTapped
    case .linkHandled: .linkHandled
    case .linkFailed: .linkFailed
    case .onboardingCompleted: .onboardingCompleted
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

extension HomeTap {
  /// The name of the event that logs the tap; `nil` where the document lists none.
  public var eventName: String? { loggedEvent?.rawValue }

  private var loggedEvent: HomeEvent.Name? {
    switch self {
    case .contactRow, .searchResult: .contactSelected
    case .enrichmentCard: .enrichmentViewed
    case .upcomingView: .upcomingAnswered
    case .seeAll(.recentlyAdded): nil
    case .seeAll: .sectionTapped
    case .merge, .notSame, .skip: .duplicateAnswered
    case .enterSearch: .searchActivated
    case .reviewCircle: .suggestionAnswered
    case .circleChip: .filterChanged
    case .scoreCard: .scoreCardTapped
    case .add: .addTapped
    case .recentCard, .cancelSearch, .addToCircle, .moreSections: nil
    }
  }
}

extension SectionRules {
  static let silence: [Rule] = [
    Rule("ANA-25", "What the document lists no event for is not logged: no event is made up.")
  ]
}

/// A detector of the moment at which the user has seen a scrolling section.
public struct SectionExposure: Hashable, Sendable {
  private var since: Instant?
  private var isLogged = false

  /// The visible proportion that must be exceeded for a section to count as visible.
  static let share = 0.5
  /// The time that the visibility must exceed.
  static let time = Interval.seconds(1)

  /// Creates the detector of one section, which is not in sight yet.
  public init() {}

  /// Records the visible proportion of the section; returns whether it has now been seen.
  ///
  /// A section is seen at most once for each time that it comes into sight.
  public mutating func note(visible: Double, at now: Instant) -> Bool {
    guard visible > Self.share else {
      let wasSeen = isDue(at: now)
      since = nil
      isLogged = false
      return wasSeen
    }
    if since == nil { since = now }
    guard isDue(at: now) else { return false }
    isLogged = true
    return true
  }

  private func isDue(at now: Instant) -> Bool {
    guard let since else { return false }
    return !isLogged && now - since > Self.time
  }
}

extension SectionRules {
  static let exposure: [Rule] = [
    Rule("ANA-05", "Seen is what is more than half visible for more than a second.")
  ]
}
