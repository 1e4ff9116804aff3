import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Recently Added")
struct RecentlyAddedTests {
  private func home(ages: [Interval]) -> Home {
    var home = Home()
    home.contacts = ages.map { SectionContact(addedAt: home.now - $0) }
    return home
  }

  @Test func `RAD-01, RAD-09 · the last seven days, to the millisecond`() {
    #expect(home(ages: [.days(7) - .milliseconds(1)]).shown == [.recentlyAdded])
    let late = home(ages: [.days(7)])
    #expect(late.evaluation.decision(.recentlyAdded).suppression == .nothing)
  }

  @Test func `RAD-02 · a sync and a user's own entry make the same facts`() {
    // Nothing that is asked of a new contact tells how it came.
    let fields = Mirror(reflecting: SectionContact(addedAt: noon(0))).children.compactMap(\.label)
    #expect(!fields.contains { $0.lowercased().contains("source") })
    #expect(home(ages: [.hours(1), .hours(2)]).evaluation.contents.count(.recentlyAdded) == 2)
  }

  @Test func `RAD-03, RAD-04, RAD-11 · its header, its cards, their size`() {
    #expect(SectionKind.recentlyAdded.header == "RECENTLY ADDED")
    func card(_ addedAt: Instant) -> RecentCard {
      RecentCard(name: "Sarah", avatar: .photo(until: "S"), addedAt: addedAt, at: noon(100))
    }
    #expect(card(noon(98)).name == "Sarah" && card(noon(98)).age == "2d")
    #expect(card(noon(98)).avatar == .photo(until: "S"))
    #expect(card(noon(94)).age == "6d")
    #expect(card(noon(100) - .hours(5)).age == "5h")
    #expect(card(noon(100)).age == "now")
    // Each unit begins at its edge, and what is left over does not count.
    let ages: [(Interval, String)] = [
      (.hours(1) - .milliseconds(1), "now"), (.hours(1), "1h"), (.hours(2), "2h"),
      (.days(1) - .milliseconds(1), "23h"), (.days(1), "1d"),
      (.days(2) - .milliseconds(1), "1d"), (.days(2), "2d"),
    ]
    for (age, text) in ages { #expect(card(noon(100) - age).age == text) }
    #expect(RecentCard.size == (72, 88))
  }

  @Test func `RAD-05 · the newest first, and of equals the first`() {
    let home = home(ages: [.days(3), .days(1), .days(2), .days(1)])
    #expect(home.evaluation.contents.recent == [1, 3, 2, 0])
  }

  @Test(arguments: [(20, nil), (21, "+1 more"), (10_000, "+9980 more")])
  func `RAD-06 · twenty cards, and one that tells how many more`(count: Int, link: String?) {
    let home = home(ages: (0..<count).map { .milliseconds(Int64($0)) })
    #expect(home.evaluation.contents.recent == Array(0..<20))
    #expect(home.evaluation.contents.furtherLink(.recentlyAdded, in: home.matters) == link)
  }

  @Test func `RAD-07, RAD-08 · the last card opens the list, any other its contact`() {
    #expect(HomeTap.seeAll(.recentlyAdded).route == .push(.all(.recentlyAdded)))
    #expect(HomeTap.seeAll(.recentlyAdded).rule == "RAD-07")
    #expect(HomeTap.recentCard(id: "7").route == .push(.contactDetail(id: "7")))
  }

  @Test func `RAD-10, OBH-05 · of ten thousand that were just imported all are new`() {
    let home = home(ages: Array(repeating: .minutes(1), count: 10_000))
    #expect(home.evaluation.contents.count(.recentlyAdded) == 10_000)
    #expect(home.evaluation.contents.recent == Array(0..<20))
  }
}
