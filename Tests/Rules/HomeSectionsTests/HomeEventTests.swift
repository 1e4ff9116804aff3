import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("The events of the home tab")
struct HomeEventTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let event: HomeEvent
    let name: String
    /// Names and values, as one line.
    let properties: String

    init(_ row: String, _ event: HomeEvent, _ name: String, _ properties: String) {
      testDescription = row
      self.event = event
      self.name = name
      self.properties = properties
    }
  }

  static let examples = [
    Example(
      "ANA-01", .viewed(sections: 3, contacts: 342, badge: 5), "home.viewed",
      "smart_section_count 3, contact_count 342, has_badge true, badge_count 5"),
    Example(
      "ANA-01, one item", .viewed(sections: 0, contacts: 1, badge: 1), "home.viewed",
      "smart_section_count 0, contact_count 1, has_badge true, badge_count 1"),
    Example(
      "ANA-01, no item", .viewed(sections: 0, contacts: 1, badge: 0), "home.viewed",
      "smart_section_count 0, contact_count 1, has_badge false, badge_count 0"),
    Example(
      "ANA-02", .pulledToRefresh(sinceLastSync: .minutes(2)), "home.pull_to_refresh",
      "last_sync_age_seconds 120"),
    Example(
      "ANA-03",
      .syncCompleted(contacts: 1, duplicates: 2, enrichments: 3, took: .milliseconds(1_234)),
      "home.sync_completed", "new_contacts 1, new_dedup 2, new_enrichments 3, duration_ms 1234"),
    Example(
      "ANA-04", .sectionViewed(.recentlyAdded, items: 9, place: 1), "home.section_viewed",
      "section_type recently_added, item_count 9, position 2"),
    Example(
      "ANA-06", .sectionTapped(.upcoming, .seeAll), "home.section_tapped",
      "section_type upcoming, action see_all"),
    Example(
      "ANA-07", .sectionDismissed(.upcoming, .brief(since: noon(1))), "home.section_dismissed",
      "section_type upcoming, dismiss_type temporary"),
    Example(
      "ANA-08", .duplicateAnswered(.notSame, confidence: 0.92, evidence: ["phone", "email"]),
      "home.dedup_action", "action not_same, confidence 92, evidence_types phone+email"),
    Example(
      "ANA-09", .enrichmentViewed(contact: "42", fields: 2), "home.enrichment_viewed",
      "contact_id 42, enriched_fields_count 2"),
    Example(
      "ANA-10", .suggestionAnswered(.dismiss, circle: "Colleagues", contacts: 5),
      "home.suggestion_action", "action dismiss, circle_name Colleagues, contact_count 5"),
    Example(
      "ANA-11", .scoreCardTapped(score: 72, delta: -3), "home.score_card_tapped",
      "score_current 72, score_delta -3"),
    Example(
      "ANA-12", .upcomingAnswered(.view, .reminder), "home.upcoming_action",
      "action view, event_type reminder"),
    Example(
      "ANA-13",
      .contactSelected(
        contact: "42", isEnriched: true, circles: 2, place: 16, grouping: "alphabetical"),
      "home.contact_selected",
      "contact_id 42, has_enrichment true, circle_count 2, list_position 17, grouping_mode alphabetical"
    ),
    Example(
      "ANA-14", .searchActivated(contacts: 342, sections: 1), "home.search_activated",
      "contact_count 342, smart_section_count 1"),
    Example(
      "ANA-15", .filterChanged(grouping: "byCircle", sort: "nameAscending", circles: 2),
      "home.filter_changed", "group_by by_circle, sort_by name_ascending, circle_filter_count 2"),
    Example(
      "ANA-16", .multiSelectStarted(contacts: 342), "home.multi_select_started",
      "contact_count 342"),
    Example(
      "ANA-17", .bulkActionCompleted(.addToCircle("3"), selected: 4),
      "home.bulk_action_completed", "action add_to_circle, selected_count 4, target_circle 3"),
    Example("ANA-18", .addTapped, "home.add_contact_tapped", ""),
    Example(
      "ANA-19", .linkHandled(url: "rin://contacts/42", section: nil, contact: "42"),
      "home.deep_link_handled", "url rin://contacts/42, contact_id 42"),
  ]

  private static func text(_ properties: [HomeEvent.Property]) -> String {
    properties.map { property in
      let value =
        switch property.value {
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: "+")
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        }
      return "\(property.name) \(value)"
    }.joined(separator: ", ")
  }

  @Test(
    "ANA-01, ANA-02, ANA-03, ANA-04, ANA-06, ANA-07, ANA-08, ANA-09, ANA-10, ANA-11, ANA-12, ANA-13, ANA-14, ANA-15, ANA-16, ANA-17, ANA-18, ANA-19 · name and properties, in order",
    arguments: examples)
  func words(_ example: Example) {
    #expect(example.event.name == example.name)
    #expect(Self.text(example.event.properties) == example.properties)
  }

  @Test func `ANA-17, ANA-19 · what does not apply is not there`() {
    #expect(
      Self.text(HomeEvent.bulkActionCompleted(.delete, selected: 4).properties)
        == "action delete, selected_count 4")
    #expect(
      Self.text(
        HomeEvent.linkHandled(url: "rin://home", section: .needsAttention, contact: nil).properties)
        == "url rin://home, section dedup")
    #expect(
      Self.text(HomeEvent.viewed(sections: 0, contacts: 0, badge: 0).properties)
        == "smart_section_count 0, contact_count 0, has_badge false, badge_count 0")
  }

  @Test func `ANA-06, ANA-07, ANA-08, ANA-10, ANA-12 · the choices, word for word`() {
    #expect(HomeEvent.SectionTouch.allCases.map(\.rawValue) == ["expand", "collapse", "see_all"])
    #expect(SectionShelf.Hiding.forGood(since: noon(1)).dismissal == "permanent")
    #expect(HomeEvent.DuplicateAnswer.allCases.map(\.rawValue) == ["merge", "not_same", "skip"])
    #expect(HomeEvent.SuggestionAnswer.allCases.map(\.rawValue) == ["review", "dismiss"])
    #expect(HomeEvent.UpcomingAnswer.allCases.map(\.rawValue) == ["view", "dismiss"])
    #expect(UpcomingCard.Event.allCases.map(\.rawValue) == ["birthday", "reminder"])
  }

  @Test func `ANA-20, ANA-21 · eighteen events of the tab, and two others without properties`() {
    #expect(Set(Self.examples.map(\.event.name)).count == 18)
    #expect(Self.examples.allSatisfy { $0.event.name.hasPrefix("home.") })
    for event in [HomeEvent.linkFailed, .onboardingCompleted] {
      #expect(!event.name.hasPrefix("home.") && event.properties.isEmpty)
    }
  }

  @Test func `ANA-22 · a sync's age in seconds, its length in milliseconds`() {
    let age = HomeEvent.pulledToRefresh(sinceLastSync: .milliseconds(61_999)).properties
    #expect(age.map(\.value) == [.number(61)])
  }

  @Test func `ANA-23 · no property is named after a name, a number or an address`() {
    let names = Set(Self.examples.flatMap(\.event.properties).map(\.name))
    #expect(names.intersection(["name", "phone", "email", "contact_name"]).isEmpty)
    #expect(names.filter { $0.hasSuffix("_name") } == ["circle_name"])
  }
}

@Suite("ANA-05 · seen is more than half, for more than a second")
struct SectionExposureTests {
  @Test func `half is not enough, however long`() {
    var exposure = SectionExposure()
    let first = exposure.note(visible: 0.5, at: noon(0))
    let later = exposure.note(visible: 0.5, at: noon(1))
    #expect(!first && !later)
  }

  @Test(arguments: [(1_000, false), (1_001, true)])
  func `a second is not enough, and a millisecond more is`(milliseconds: Int64, isSeen: Bool) {
    let end = noon(0) + .milliseconds(milliseconds)
    for last in [0.51, 0.2] {
      var exposure = SectionExposure()
      _ = exposure.note(visible: 0.51, at: noon(0))
      let answer = exposure.note(visible: last, at: end)
      #expect(answer == isSeen, "still there, or just gone")
    }
  }

  @Test func `once for each time that it comes into sight`() {
    var exposure = SectionExposure()
    let seen = [0.9, 0.9, 1, 0.1, 0.9, 0.9].enumerated().map { second, visible in
      exposure.note(visible: visible, at: noon(0) + .seconds(Int64(second) * 2))
    }
    #expect(seen == [false, true, false, false, false, true])
  }
}
