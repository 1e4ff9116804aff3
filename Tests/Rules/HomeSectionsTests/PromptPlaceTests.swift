import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("CNF-41 · a prompt card among the sections")
struct PromptPlaceTests {
  private func layout(
    _ kinds: SectionKind.Set, index: Int, counts: Bool = true
  ) -> SectionLayout {
    SectionLayout(
      Home.with(kinds).evaluation, card: .init(index: index, countsTowardLimit: counts))
  }

  @Test func `the card takes a place, and what is below moves down`() {
    let layout = layout([.needsAttention, .recentlyAdded, .enrichmentUpdates], index: 1)
    #expect(
      layout.visible == [.section(.needsAttention), .promptCard, .section(.recentlyAdded)])
    #expect(layout.overflow == [.section(.enrichmentUpdates)])
    #expect(layout.rule(of: .promptCard) == "SEC-15")
    #expect(layout.position(of: .promptCard) == 2 && layout.showsPromptCard)
  }

  @Test func `below three sections it is behind the link, and has not been shown`() {
    let layout = layout([.needsAttention, .scoreChanged, .upcoming], index: 3)
    #expect(layout.overflow == [.promptCard] && !layout.showsPromptCard)
    #expect(layout.link == "See 1 More Sections")
  }

  @Test func `a card that does not count leaves three sections their places`() {
    let layout = layout(
      [.needsAttention, .scoreChanged, .upcoming, .recentlyAdded], index: 3, counts: false)
    #expect(layout.visible.count == 4 && layout.visible.last == .promptCard)
    #expect(layout.overflow == [.section(.recentlyAdded)])
  }
}
