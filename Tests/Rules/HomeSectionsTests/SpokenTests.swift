import HomeSections
import Testing
import Vocabulary

@Suite("What a screen reader says")
struct SpokenTests {
  @Test(
    "VOX-01, VOX-02, VOX-03, VOX-08, VOX-10, VOX-12 · the words that never change",
    arguments: [
      (SpokenLabel.navigationTitle(app: "Rin"), "Rin, Home", nil),
      (.add, "Add contact", "Creates a new contact"),
      (.search, "Search contacts", "Search by name, phone, or email"),
      (.enrichment(app: "Rin"), "Has enriched information from Rin", nil),
      (.filter, "Filter and sort contacts", "Opens filter options"),
      (.refresh, "Pull to refresh contacts", nil),
    ])
  func fixed(spoken: SpokenLabel, label: String, hint: String?) {
    #expect(spoken.label == label)
    #expect(spoken.hint == hint)
  }

  @Test func `VOX-04, VOX-20 · a header is its name and its count`() {
    let header = SpokenLabel.header(.needsAttention, items: 5)
    #expect(header?.label == "Needs attention, 5 items")
    #expect(header?.hint == "Double tap to expand or collapse")
    #expect(SpokenLabel.header(.upcoming, items: 1)?.label == "Upcoming, 1 item")
    #expect(SpokenLabel.header(.scoreChanged, items: 1) == nil)
  }

  @Test func `VOX-05 · a pair`() {
    let pair = SpokenLabel.duplicate("John Smith", "Jon Smith", confidence: 0.92)
    #expect(pair.label == "Possible duplicate, John Smith and Jon Smith, 92 percent match")
    #expect(pair.hint == "Actions available: merge, not the same, skip")
  }

  @Test func `VOX-06, VOX-20 · a row, in circles and in none`() {
    let row = SpokenLabel.row("Ann", subtitle: "ann@mail.com", circles: ["Family", "Friends"])
    #expect(row.label == "Ann, ann@mail.com, in Family, Friends")
    #expect(row.hint == "Double tap to view contact details")
    #expect(
      SpokenLabel.row("Ann", subtitle: "No contact info", circles: []).label
        == "Ann, No contact info")
  }

  @Test func `VOX-07 · the dots`() {
    let dots = SpokenLabel.dots(["Family", "Friends"])
    #expect(dots?.label == "Member of Family, Friends" && dots?.hint == nil)
    #expect(SpokenLabel.dots([]) == nil)
  }

  @Test(arguments: [
    (0, "Home"), (1, "Home, 1 item needs attention"), (3, "Home, 3 items need attention"),
    (120, "Home, 120 items need attention"),
  ])
  func `VOX-09, VOX-20 · the tab with its badge`(count: Int, label: String) {
    let spoken = SpokenLabel.tab(TabBadge(count: count))
    #expect(spoken.label == label && spoken.hint == nil)
  }

  @Test func `VOX-11 · a box`() {
    let box = SpokenLabel.checkbox("Ann", isSelected: true)
    #expect(box.label == "Ann, selected" && box.hint == "Double tap to toggle selection")
    #expect(SpokenLabel.checkbox("Ann", isSelected: false).label == "Ann, not selected")
  }

  @Test func `VOX-13, VOX-14, VOX-15 · what holds others`() {
    #expect(SpokenArea.smartSections.label == "Smart sections")
    #expect(SpokenArea.listSection("A", contacts: 12).label == "Section A, 12 contacts")
    #expect(SpokenArea.listSection("#", contacts: 1).label == "Section #, 1 contact")
    #expect(SpokenArea.batchActions(selected: 3).label == "Batch actions, 3 selected")
  }

  @Test func `VOX-16, VOX-17, VOX-18 · with reduced motion`() {
    #expect(Motion.cardLeaves(reduced: true) == .fade)
    #expect(Motion.cardLeaves(reduced: false) == .slide)
    #expect(Motion.scoreArrow(reduced: true) == .none)
    #expect(Motion.scoreArrow(reduced: false) == .animated)
    #expect(Motion.sectionToggles(reduced: true) == .none)
    #expect(Motion.sectionToggles(reduced: false) == .spring)
    #expect(Motion.refreshSpins(reduced: true) == .standard)
    #expect(Motion.refreshSpins(reduced: false) == .custom)
  }

  @Test func `DUP-08, VOX-16 · the card of a pair takes a quarter of a second to slide or fade`() {
    #expect(Motion.cardLeavesIn == .milliseconds(250))
    #expect(Motion.cardLeavesToken == "rin.motion.dedupDismiss")
    #expect([false, true].map(Motion.cardLeaves(reduced:)) == [.slide, .fade])
  }

  @Test func `VOX-19 · the mark is a shape and words`() {
    #expect(EnrichmentMark.symbol == "sparkles")
    #expect(EnrichmentMark(app: "Rin").label == .enrichment(app: "Rin"))
  }
}
