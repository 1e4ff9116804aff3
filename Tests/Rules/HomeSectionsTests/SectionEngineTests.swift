import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("The engine of the smart sections")
struct SectionEngineTests {
  @Test func `SEC-01, SEC-03 · six kinds, the most urgent first`() {
    #expect(
      SectionKind.allCases.map(\.eventName) == [
        "needs_attention", "score_changed", "upcoming", "recently_added", "enrichment_updates",
        "suggested_circles",
      ])
    #expect(
      Home.with(SectionKind.Set(SectionKind.allCases)).shown == [
        .needsAttention, .scoreChanged, .upcoming, .recentlyAdded, .enrichmentUpdates,
        .suggestedCircles,
      ])
  }

  @Test(arguments: Home.subsets)
  func `SEC-02 · a section is there if and only if its trigger holds`(kinds: SectionKind.Set) {
    let evaluation = Home.with(kinds).evaluation
    #expect(evaluation.shown == kinds)
    for decision in evaluation.decisions {
      #expect(decision.isShown == kinds.contains(decision.kind))
      #expect(decision.isShown == (decision.rule == decision.kind.rule))
    }
  }

  @Test func `SEC-02 · hiding and collapsing leave the trigger alone`() {
    var home = Home.with([.upcoming])
    home.shelf.setCollapsed(true, .upcoming, at: home.now)
    #expect(home.shown == [.upcoming])
    home.shelf.hide(.upcoming, .forGood(since: home.now))
    #expect(home.evaluation.decision(.upcoming).suppression == .hiddenForGood)
    #expect(home.evaluation.decision(.upcoming).items == 1)
  }

  @Test(arguments: Home.subsets)
  func `SEC-04 · any of them keep their order, however many items they hold`(
    kinds: SectionKind.Set
  ) {
    var home = Home.with(kinds)
    if !home.contacts.isEmpty { home.contacts += home.contacts + home.contacts }
    home.contacts.reverse()
    home.matters.conflicts *= 9
    let layout = home.layout
    #expect(layout.visible + layout.overflow == kinds.members.map { .section($0) })
  }

  @Test(arguments: Home.subsets)
  func `SEC-05, SEC-06, SEC-07, SEC-15 · three are in place, the others behind a link`(
    kinds: SectionKind.Set
  ) {
    let layout = Home.with(kinds).layout
    #expect(layout.visible.count == min(kinds.count, 3))
    #expect(layout.overflow.count == max(kinds.count - 3, 0))
    #expect(
      layout.link == (kinds.count > 3 ? "See \(kinds.count - 3) More Sections" : nil))
    for item in layout.overflow { #expect(layout.rule(of: item) == "SEC-06") }
    for item in layout.visible { #expect(layout.rule(of: item) == "SEC-03") }
  }

  @Test func `SEC-06 · a hidden section frees its place, a collapsed one keeps it`() {
    var home = Home.with([.needsAttention, .upcoming, .recentlyAdded, .enrichmentUpdates])
    home.shelf.setCollapsed(true, .upcoming, at: home.now)
    #expect(home.layout.overflow == [.section(.enrichmentUpdates)])
    home.shelf.hide(.upcoming, .brief(since: home.now))
    #expect(home.layout.overflow.isEmpty)
    #expect(home.layout.position(of: .section(.enrichmentUpdates)) == 3)
  }

  @Test func `SEC-08 · the link stands behind the third; a tap on it opens all in place`() {
    let home = Home.with(SectionKind.Set(SectionKind.allCases))
    #expect(home.layout.position(of: .section(.upcoming)) == 3)
    #expect(home.layout.position(of: .section(.recentlyAdded)) == nil)
    let open = SectionLayout(home.evaluation, isExpanded: true)
    #expect(open.visible.count == 6 && open.link == nil)
    #expect(HomeTap.moreSections.route == .stay)
  }

  @Test func `SEC-09, SEC-10 · what each kind needs, and how many cards it has`() {
    #expect(SectionKind.allCases.map(\.leastItems) == [1, 1, 1, 1, 1, 3])
    #expect(SectionKind.allCases.map(\.inlineCards) == [2, 1, 3, 20, 2, 2])
    var home = Home.with([.suggestedCircles])
    home.matters.proposals = [.colleagues(1...2)]
    #expect(home.evaluation.decision(.suggestedCircles).suppression == .tooFew(least: 3))
    #expect(home.evaluation.decision(.suggestedCircles).rule == "SEC-09")
  }

  @Test func `SEC-11, SCO-03 · never more than three places, the score's card being one`() {
    let layout = Home.with([.scoreChanged, .upcoming, .recentlyAdded, .enrichmentUpdates]).layout
    #expect(layout.visible.first == .section(.scoreChanged))
    #expect(layout.visible.count == SectionLayout.mostVisible)
    #expect(SectionKind.allCases.filter { $0.header == nil } == [.scoreChanged])
  }

  @Test func `SEC-12 · what nothing has changed looks the same`() {
    var home = Home.with([.needsAttention, .recentlyAdded, .enrichmentUpdates])
    let before = home.evaluation
    home.now = home.now + .minutes(1)
    #expect(home.evaluation == before)
  }

  @Test func `CNF-57 · products without a home tab have no section, whatever they hold`() {
    var home = Home.with(SectionKind.Set(SectionKind.allCases))
    for policy in [HomePolicy.product, .design] {
      home.policy = policy
      #expect(home.shown.isEmpty)
      #expect(home.evaluation.decisions.allSatisfy { $0.rule == "CNF-57" })
    }
  }

  @Test func `SEC-14 · every card of a section is there at once`() {
    var home = Home()
    home.contacts = (0..<50).map { SectionContact(addedAt: home.now - .minutes($0)) }
    #expect(home.evaluation.contents.recent == Array(0..<20))
  }
}
