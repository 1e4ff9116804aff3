import AddressBooks
import HomeSections
import Profiles
import Prompts
import TestSupport
import Testing
import Vocabulary

@Suite("Profiles · the home tab, whose rules are in several modules")
struct HomeAcrossModulesTests {
  /// An evaluation in which exactly these sections have something to show.
  private static func evaluation(of kinds: [SectionKind]) -> SectionEvaluation {
    let now = noon(100)
    var contacts: [SectionContact] = []
    var matters = SectionMatters()
    for kind in kinds {
      switch kind {
      case .needsAttention: matters.conflicts = 1
      case .scoreChanged:
        matters.score = ScoreWatch(score: 69)
        matters.score?.receive(72, at: now)
      case .upcoming: matters.reminders = [Reminder(due: now, text: "")]
      case .recentlyAdded: contacts.append(SectionContact(addedAt: now))
      case .enrichmentUpdates:
        var contact = SectionContact(addedAt: noon(0))
        contact.receive(fields: 1, from: .network, at: now)
        contacts.append(contact)
      case .suggestedCircles:
        let people = (1...3).map { CirclePattern.Person(id: $0, familyName: "Chen") }
        matters.proposals = [
          CircleProposal(
            circle: 1, name: "Family", emoji: "", pattern: .familyName("Chen"), among: people)
        ].compactMap(\.self)
      }
    }
    return HomePolicy.rin.evaluate(
      contacts.span, matters, shelf: SectionShelf(), at: now, zone: .utc)
  }

  @Test(arguments: [true, false])
  func `CNF-41, PRM-14 · the prompt card's place among all sections that there can be`(
    counts: Bool
  ) {
    var profile = Profile.rin
    profile.prompts.cardCountsTowardSectionLimit = counts
    for bits in 0..<64 {
      let kinds = SectionKind.allCases.filter { bits >> Int($0.rawValue) & 1 == 1 }
      let layout = profile.layout(of: Self.evaluation(of: kinds), withPrompt: true)
      let above = kinds.filter { $0.rawValue < SectionKind.recentlyAdded.rawValue }
      let order = layout.visible + layout.overflow
      #expect(order.firstIndex(of: .promptCard) == above.count)
      #expect(layout.showsPromptCard == (!counts || above.count < 3))
      #expect(order.filter { $0 != .promptCard } == kinds.map { .section($0) })
      let without = profile.layout(of: Self.evaluation(of: kinds), withPrompt: false)
      #expect(without.visible + without.overflow == kinds.map { .section($0) })
    }
    #expect(SectionLayout.mostVisible == PromptPolicy.visibleSections)
  }

  @Test func `CNF-41 · where prompts are no cards there is none among the sections`() {
    let layout = Profile.product.layout(of: Self.evaluation(of: [.upcoming]), withPrompt: true)
    #expect(layout.visible == [.section(.upcoming)])
  }

  @Test(
    arguments: zip(DuplicateReview.Action.allCases, [HomeTap.merge, .notSame, .skip]))
  func `DUP-07 · the card of a pair leaves in place, and nothing is pushed`(
    action: DuplicateReview.Action, tap: HomeTap
  ) {
    var review = DuplicateReview()
    review.receive(
      (0..<4).map {
        DuplicatePair(
          entries: EntryPair(ContactID(rawValue: $0), ContactID(rawValue: 9)), confidence: 0.8)
      })
    let cards = review.cards
    review.answer(cards[1].entries, action)
    #expect(review.cards == [cards[0], cards[2], cards[3]])
    #expect(tap.route == .stay)
  }

  @Test func `CNF-57 · the settings of the home tab reach its rules`() throws {
    var whatIf = Profile.rin
    #expect(whatIf.home == .rin && whatIf.listOptions.grouping == .alphabetical)
    try whatIf.apply([
      Profile.Override("home.scoreCardHours", "24"),
      Profile.Override("home.collapsePersistence", "launch"),
      Profile.Override("home.tabBadgeCounts", "allItems"),
      Profile.Override("home.defaultGrouping", "byCircle"),
    ])
    #expect(whatIf.home.scoreCardLife == .hours(24))
    #expect(whatIf.home.collapsePersistence == .launch)
    #expect(whatIf.home.tabBadgeCounts == .allItems)
    #expect(whatIf.listOptions.grouping == .byCircle)
    #expect(!Profile.product.home.hasSections && !Profile.design.home.hasSections)
  }
}
