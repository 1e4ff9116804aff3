import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Home · what an app keeps of its sections")
struct SavedSectionTests {
  @Test func `a score, its change and what the user has seen of it are kept`() throws {
    var (watch, restored) = (ScoreWatch(score: 69), ScoreWatch(score: 69))
    let acts: [(inout ScoreWatch) -> Void] = [
      { $0.receive(74, at: noon(1)) }, { $0.visit() }, { $0.receive(71, at: noon(2)) },
      { $0.tap() },
    ]
    for act in acts {
      restored = try savedAgain(restored)
      act(&watch)
      act(&restored)
      #expect(restored == watch)
    }
    #expect(restored.previous == 74)
  }

  @Test func `news of a contact, and a birthday that was dismissed, are kept`() throws {
    var contact = SectionContact(
      addedAt: noon(0), birthday: try #require(YearDay(month: 2, day: 29)))
    contact.receive(fields: 3, from: .network, at: noon(1))
    contact.dismissBirthday(of: CivilDate(year: 2026, month: 2, day: 28))
    let restored = try savedAgain(contact)
    #expect(restored == contact)
    #expect(restored.enrichedAt == noon(1))
    #expect(restored.dismissedYear == 2026)
  }

  @Test func `conflicts, the badge and the search for circles are kept`() throws {
    var review = ConflictReview()
    review.receive(7)
    review.receive(9)
    review.answer(7, .notNow)
    var restored = try savedAgain(review)
    #expect(restored == review)
    restored.launch()
    #expect(restored != review)

    let badge = TabBadge(count: 120)
    #expect(try savedAgain(badge).text == "99+")
    var search = CirclePatternSearch()
    #expect(try savedAgain(search).isDue(at: noon(0)))
    _ = search.run([], among: [], at: noon(0))
    #expect(try !savedAgain(search).isDue(at: noon(0) + .hours(1)))
  }

  @Test func `the words of sections and labels are the app's own where it has them`() {
    let texts = inBrackets {
      let labels: [SpokenLabel] = [
        .add, .search, .filter, .refresh, .enrichment(app: "Rin"), .tab(TabBadge(count: 1)),
        .tab(TabBadge(count: 2)), .checkbox("Ann", isSelected: true),
        .duplicate("Ann", "Anne", confidence: 0.9),
      ]
      return SectionKind.allCases.compactMap(\.header) + labels.map(\.label)
        + labels.compactMap(\.hint)
        + AttentionCard.conflict("Ann", field: "Name", between: "Phone", and: "Rin").actions
    }
    #expect(texts.allSatisfy { $0.hasPrefix("<") && $0.hasSuffix(">") }, "\(texts)")
    #expect(texts.contains("<Home, 1 item needs attention>"))
  }
}
