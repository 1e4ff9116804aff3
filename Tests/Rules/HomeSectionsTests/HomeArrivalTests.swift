import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("From onboarding to the home tab")
struct HomeArrivalTests {
  /// A first sync of fifty, two of whom the network knows, with pairs of these confidences.
  private static func firstSync(_ pairs: Double..., conflicts: Int = 0) -> Home {
    var home = Home()
    home.contacts = (0..<50).map { _ in SectionContact(addedAt: home.now) }
    for place in [3, 8] { home.contacts[place].receive(fields: 1, from: .network, at: home.now) }
    home.matters.suggestions = pairs.map { MergeSuggestion(confidence: $0) }
    home.matters.conflicts = conflicts
    return home
  }

  @Test func `OBH-01 · the same screen: the first evaluation is like any other`() {
    let home = Self.firstSync(0.8)
    var later = home
    later.now = home.now + .hours(1)
    #expect(home.evaluation == later.evaluation)
  }

  @Test func `OBH-03 · logged, then the cover, the tab bar, home, its sections`() {
    #expect(
      HomeArrival.allCases == [
        .logOnboardingCompleted, .dismissCover, .showTabBar, .selectHome, .loadSections,
      ])
    #expect(HomeArrival.event == "onboarding.completed")
  }

  @Test func `OBH-04, OBH-05, OBH-06 · what the first sync found`() {
    let home = Self.firstSync(0.8, 0.9)
    #expect(home.shown == [.needsAttention, .recentlyAdded, .enrichmentUpdates])
    #expect(home.evaluation.contents.attention == [.suggestion(1), .suggestion(0)])
    #expect(home.evaluation.contents.count(.recentlyAdded) == 50)
    #expect(home.evaluation.contents.count(.enrichmentUpdates) == 2)
    #expect(!Self.firstSync().shown.contains(.needsAttention))
  }

  @Test func `OBH-07 · the calls of onboarding are on no section`() {
    let words = SectionKind.allCases.compactMap(\.header).map { $0.lowercased() }
    for call in ["review and clean your network", "set who can reach you"] {
      #expect(!words.contains { $0.contains(call) })
    }
  }

  @Test func `OBH-08, OBH-09 · duplicates open their section, and the first lights up`() {
    let first = FirstDisplay(Self.firstSync(0.8, 0.9).evaluation)
    #expect(first.expands == .needsAttention && first.emphasis == .suggestion(1))
    let behind = FirstDisplay(Self.firstSync(0.8, conflicts: 1).evaluation)
    #expect(behind.emphasis == .suggestion(0), "the first pair, not the first card")
    let none = FirstDisplay(Self.firstSync(0.8, conflicts: 2).evaluation)
    #expect(none.expands == .needsAttention && none.emphasis == nil, "it has no card to light up")
  }

  @Test func `OBH-10 · without duplicates nothing opens or lights up`() {
    let display = FirstDisplay(Self.firstSync(conflicts: 1).evaluation)
    #expect(display.expands == nil && display.emphasis == nil)
  }

  @Test func `OBH-11 · later the sections are as they were left`() {
    var shelf = SectionShelf()
    shelf.setCollapsed(true, .needsAttention, at: noon(1))
    shelf.launch(under: .rin)
    shelf.appear(at: noon(30), zone: .utc, under: .rin)
    #expect(shelf.isCollapsed(.needsAttention) && !shelf.isCollapsed(.upcoming))
  }
}
