import AddressBooks
import HomeSections
import Profiles
import TestSupport
import Testing
import Vocabulary

@Suite("Home tab · pairs and conflicts, from the card to the badge")
struct HomeAttentionTests {
  private static func pair(
    _ one: ContactID, _ other: ContactID, confidence: Double = 0.9
  ) -> DuplicatePair {
    DuplicatePair(entries: EntryPair(one, other), confidence: confidence, evidence: [.phone])
  }

  private static func report(_ pairs: DuplicatePair...) -> HomeModel.Report {
    var report = HomeModel.Report()
    report.pairs = pairs
    return report
  }

  private static let people = [
    Contact.person(1, "Ann"), .person(2, "Anna"), .person(3, "Annie"), .person(4, "Bob"),
  ]

  /// A tab on which two conflicts wait, the older one in the name of Ann.
  private static func conflicted() -> HomeDay {
    var day = HomeDay(.rin, people)
    var report = HomeModel.Report()
    report.conflicts = [
      8: HomeConflict(4, field: "Company", between: "Phone", and: "Google"),
      7: HomeConflict(1, field: "Name", between: "Phone", and: "Rin"),
    ]
    day.happen(.synced(report))
    return day
  }

  private static func cards(_ day: HomeDay) -> [HomeCard] {
    day.section(.needsAttention)?.cards ?? []
  }

  @Test func `NAT-12 · the pairs of an earlier sync wait when the tab is made`() {
    let model = HomeModel(.rin, AddressBook(Self.people), pairs: [Self.pair(1, 2)], zone: .utc)
    let picture = model.picture(at: noon(100))
    #expect(picture.sections.map(\.kind) == [.needsAttention])
    #expect(picture.sections.first?.cards.map(\.contact) == [1])
  }

  @Test func `DUP-02, DUP-03, BDG-07 · Not Same removes the card, and it never returns`() {
    var day = HomeDay(.rin, Self.people)
    day.happen(.synced(Self.report(Self.pair(1, 2))))
    let answer = day.happen(.card(1, of: .needsAttention, .notSame))
    #expect(answer.badge?.rule == "BDG-07" && day.picture.badge.text == nil)
    #expect(day.shown.isEmpty && day.rows.count == 4, "both stay in the book")
    day.happen(.synced(Self.report(Self.pair(2, 1), Self.pair(3, 4))))
    #expect(Self.cards(day).map(\.contact) == [3])
    day.happen(.launched)
    #expect(Self.cards(day).map(\.contact) == [3])
  }

  @Test func `DUP-01 · the other pairs follow their entries to the merged one`() {
    var day = HomeDay(.rin, Self.people)
    day.happen(
      .synced(Self.report(Self.pair(1, 2, confidence: 0.92), Self.pair(2, 3), Self.pair(1, 4))))
    day.happen(.card(1, of: .needsAttention, .merge))
    let left = day.rows.map(\.id)
    #expect(left.count == 3 && Set(left).isSuperset(of: [3, 4]))
    let merged = left.first { $0 != 3 && $0 != 4 }
    #expect(merged == 1 || merged == 2)
    // Both pairs are now with the merged entry, and wait.
    #expect(Self.cards(day).count == 2 && day.picture.badge.text == "2")
    for card in Self.cards(day) { #expect(card.contact == merged) }
    day.happen(.card(1, of: .needsAttention, .skip))
    day.happen(.card(1, of: .needsAttention, .skip))
    #expect(Self.cards(day).isEmpty && day.picture.badge.text == "2")
  }

  @Test func `NAT-11 · the card of a conflict names its field and both sources, the oldest first`()
  {
    let day = Self.conflicted()
    #expect(
      Self.cards(day).map(\.face) == [
        .attention(
          .conflict("Ann Lee", field: "Name", between: "Phone", and: "Rin"), spoken: nil),
        .attention(
          .conflict("Bob Lee", field: "Company", between: "Phone", and: "Google"), spoken: nil),
      ])
    #expect(Self.cards(day).map(\.contact) == [1, 4])
    #expect(day.picture.badge.text == "2")
  }

  @Test func `BDG-08 · a resolved conflict leaves the list and the badge`() {
    var day = Self.conflicted()
    let answer = day.happen(.card(1, of: .needsAttention, .resolve))
    #expect(answer.rule == "BDG-08" && answer.route == .stay)
    #expect(answer.badge?.rule == "BDG-08")
    #expect(Self.cards(day).map(\.contact) == [4] && day.picture.badge.text == "1")
    day.happen(.launched)
    #expect(Self.cards(day).map(\.contact) == [4])
  }

  @Test func `NAT-13 · a conflict that was put off counts, and has its card next launch`() {
    var day = Self.conflicted()
    let answer = day.happen(.card(1, of: .needsAttention, .notNow))
    #expect(answer.rule == "NAT-13" && answer.route == .stay && answer.badge == nil)
    #expect(Self.cards(day).map(\.contact) == [4] && day.picture.badge.text == "2")
    #expect(day.happen(.card(1, of: .needsAttention, .skip)).refusal == .noSuchButton)
    day.happen(.launched)
    #expect(Self.cards(day).map(\.contact) == [1, 4])
  }

  @Test func `NAT-13, SRH-03 · a conflict put off has no card in a search either`() {
    var day = Self.conflicted()
    day.happen(.card(1, of: .needsAttention, .notNow))
    day.happen(.searchBegan)
    day.happen(.typed("bob"))
    #expect(Self.cards(day).map(\.contact) == [4])
    day.happen(.typed("ann"))
    #expect(Self.cards(day).isEmpty && day.picture.badge.text == "2")
  }
}
