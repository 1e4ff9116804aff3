import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("What the document leaves open of the home tab's events")
struct EventDecisionTests {
  private static func value(_ name: String, of event: HomeEvent) -> HomeEvent.Value? {
    event.properties.first { $0.name == name }?.value
  }

  @Test func `ANA-24 · kinds of sections in lower snake case`() {
    let names = SectionKind.allCases.map {
      Self.value("section_type", of: .sectionTapped($0, .expand))
    }
    #expect(
      names == [
        .text("needs_attention"), .text("score_changed"), .text("upcoming"),
        .text("recently_added"), .text("enrichment_updates"), .text("suggested_circles"),
      ])
  }

  @Test func `ANA-24 · positions begin with 1`() {
    let viewed = HomeEvent.sectionViewed(.upcoming, items: 4, place: 0)
    #expect(Self.value("position", of: viewed) == .number(1))
    let selected = HomeEvent.contactSelected(
      contact: "7", isEnriched: false, circles: 0, place: 0, grouping: "byCircle")
    #expect(Self.value("list_position", of: selected) == .number(1))
    #expect(Self.value("grouping_mode", of: selected) == .text("by_circle"))
  }

  @Test(arguments: [(0.7, 70), (0.925, 93), (0.949, 95)])
  func `ANA-24 · confidence in whole per cent`(confidence: Double, percent: Int) {
    let event = HomeEvent.duplicateAnswered(
      .merge, confidence: confidence, evidence: ["phone"])
    #expect(Self.value("confidence", of: event) == .number(percent))
  }

  @Test func `ANA-25 · what has no event in the document is not logged`() {
    let silent: [HomeTap] = [
      .recentCard(id: "7"), .seeAll(.recentlyAdded), .moreSections, .cancelSearch, .addToCircle,
    ]
    #expect(silent.allSatisfy { $0.eventName == nil })
    let names = HomeEventTests.examples.map(\.event.name)
    for act in ["conflict", "incomplete", "recent", "more", "import", "confirm", "export"] {
      #expect(!names.contains { $0.contains(act) }, "\(act)")
    }
  }

  @Test func `ANA-25 · every other tap is logged by an event of the document`() {
    let taps: [HomeTap] = [
      .contactRow(id: "7"), .enrichmentCard(id: "7"), .upcomingView(id: "7"), .seeAll(.upcoming),
      .merge, .notSame, .skip, .enterSearch, .searchResult(id: "7"), .reviewCircle, .circleChip,
      .scoreCard, .add,
    ]
    let names = Set(HomeEventTests.examples.map(\.event.name))
    #expect(taps.allSatisfy { $0.eventName.map(names.contains) == true })
  }

  @Test func `ANA-26 · redacted, a circle has no name`() {
    let event = HomeEvent.suggestionAnswered(.review, circle: "My exes", contacts: 3)
    #expect(event.properties.contains { $0.value == .text("My exes") })
    #expect(event.redacted.map(\.name) == ["action", "contact_count"])
    let many = HomeEvent.bulkActionCompleted(.addToCircle("My exes"), selected: 3)
    #expect(many.properties.contains { $0.value == .text("My exes") })
    #expect(many.redacted.map(\.name) == ["action", "selected_count"])
  }

  @Test(arguments: [
    ("rin://contacts/42", "rin://contacts"), ("https://rin.app/c/42?name=Ann", "https://rin.app"),
    ("rin://home?section=dedup", "rin://home"), ("call Ann", ""),
  ])
  func `ANA-26 · redacted, a link ends with its host`(url: String, told: String) {
    let event = HomeEvent.linkHandled(url: url, section: .needsAttention, contact: nil)
    #expect(event.redacted.first?.value == .text(told))
    #expect(event.redacted.dropFirst().map(\.name) == ["section"])
  }

  @Test func `ANA-26 · all other events are as they are`() {
    for example in HomeEventTests.examples
    where !["ANA-10", "ANA-17", "ANA-19"].contains(example.testDescription) {
      #expect(example.event.redacted == example.event.properties)
    }
  }
}
