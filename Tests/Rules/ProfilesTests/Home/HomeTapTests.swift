import AddressBooks
import HomeSections
import Profiles
import TestSupport
import Testing
import Vocabulary

@Suite("Home tab · what taps on headers, cards, rows and circles do")
struct HomeTapTests {
  @Test
  func `ANA-06 · a tap on the header folds, the next unfolds, and each is logged as what it did`() {
    var day = HomeDay.crowded(.rin, through: .needsAttention)
    for touch in [HomeEvent.SectionTouch.collapse, .expand, .collapse] {
      #expect(
        day.happen(.gesture(.tap, on: .needsAttention)).events == [
          .sectionTapped(.needsAttention, touch)
        ])
    }
  }

  @Test(arguments: SectionKind.allCases)
  func `NAT-11, SEC-10 · a card has its own buttons, and is counted from 1`(kind: SectionKind) {
    var day = Self.acme()
    day.happen(.synced(.pair(1, 2)))
    day.happen(.synced(.additions([.company("Acme")], to: 3)))
    day.happen(.synced(.contacts([.person(9)])))
    day.happen(.scored(69, tier: "Good"))
    day.happen(.scored(72, tier: "Good"))
    day.happen(.reminded(HomeReminder(1, Reminder(due: day.now, text: "Call"))))
    day.happen(.background)
    day.happen(.moreSections)
    let own: [SectionKind: Set<HomeModel.CardAction>] = [
      .needsAttention: [.merge, .notSame, .skip], .scoreChanged: [.view],
      .upcoming: [.view, .dismiss], .recentlyAdded: [.view], .enrichmentUpdates: [.view],
      .suggestedCircles: [.review, .dismiss],
    ]
    for action in HomeModel.CardAction.allCases {
      var tried = day
      let isOwn = own[kind]?.contains(action) == true
      let refusal = tried.happen(.card(1, of: kind, action)).refusal
      #expect(refusal == (isOwn ? nil : .noSuchButton), "\(action)")
      for number in [-1, 0, 99, .min, .max] {
        var tried = day
        #expect(tried.happen(.card(number, of: kind, action)).refusal == .noSuchCard)
      }
    }
  }

  @Test
  func `ANA-13 · a tapped row is logged with its place in the list, and one out of sight is not`() {
    var day = HomeDay(.rin, [.person(1, "Cy"), .person(2, "Ann"), .person(3, "Bob", circles: [0])])
    func place(_ id: ContactID) -> Int? {
      day.happen(.selecting(.tapped(id))).events.compactMap { event -> Int? in
        if case .contactSelected(_, _, _, let place, _) = event { place } else { nil }
      }.first
    }
    #expect([1, 2, 3].map { place($0) } == [2, 0, 1])
    day.happen(.chosen(.circle(HomeDay.circles[0].id)))
    #expect([1, 2, 3].map { place($0) } == [nil, nil, 0])
  }

  private static func mail(_ name: String) -> [String] { ["\(name)@acme.com"] }

  /// A book in which the members of a circle, and three others, have the same domain.
  private static func acme() -> HomeDay {
    var day = HomeDay(
      .rin,
      [
        .person(1, "A", "B", emails: mail("a"), circles: [1]),
        .person(2, "C", "D", emails: mail("c"), circles: [1]),
        .person(3, "E", "F", emails: mail("e")), .person(4, "G", "H", emails: mail("g")),
        .person(5, "I", "J", emails: mail("i")), .person(6, "K", "L", emails: ["k@gmail.com"]),
      ])
    for number in 1...6 {
      guard var contact = day.model.home.book[ContactID(rawValue: UInt64(number))] else { continue }
      contact.phones = []
      day.happen(.entered(contact))
    }
    return day
  }

  @Test func `SGC-07, SGC-08 · who is not left out in the review joins the circle`() {
    var day = Self.acme()
    day.happen(.background)
    #expect(day.happen(.proposalConfirmed(2, leavingOut: [])).refusal == .noSuchCard)
    let answer = day.happen(.proposalConfirmed(1, leavingOut: [4]))
    #expect(answer.rule == "SGC-08" && answer.route == .stay && answer.events.isEmpty)
    let members = day.model.home.book.contacts.filter { $0.circles.contains(HomeDay.circles[1].id) }
    #expect(members.map(\.id).sorted() == [1, 2, 3, 5])
    #expect(!day.shown.contains(.suggestedCircles))
    #expect(day.happen(.proposalConfirmed(1, leavingOut: [])).refusal == .notShown)
  }

  @Test func `SEL-10, SEL-16, ANA-17 · the selected join a picked circle, and stay selected`() {
    var day = HomeDay(.rin, [.person(1), .person(2, circles: [0]), .person(3)])
    let circle = HomeDay.circles[1]
    #expect(day.happen(.circlePicked(circle.id)).refusal == .nothingSelected)
    day.happen(.selecting(.longPressed(1)))
    day.happen(.selecting(.tapped(2)))
    for _ in 0..<2 {
      #expect(
        day.happen(.circlePicked(circle.id)).events == [
          .bulkActionCompleted(.addToCircle(circle.name), selected: 2)
        ])
    }
    let circles = day.model.home.book.contacts.map(\.circles.count)
    #expect(circles == [1, 2, 0], "present circles are kept")
  }

  @Test func `SGC-12 · once a day what most members of a circle share is proposed`() {
    var day = Self.acme()
    #expect(!day.shown.contains(.suggestedCircles))
    day.happen(.background)
    guard case .proposal(let proposal) = day.section(.suggestedCircles)?.cards.first?.face else {
      Issue.record("nothing is proposed")
      return
    }
    #expect(proposal.lines == [#"3 contacts may belong in "Acme""#, "Shared domain: @acme.com"])
    #expect(proposal.contacts == [3, 4, 5])
    let answer = day.happen(.card(1, of: .suggestedCircles, .dismiss))
    #expect(answer.events == [.suggestionAnswered(.dismiss, circle: "Acme", contacts: 3)])
    #expect(answer.route == .stay && answer.rule == "SGC-09")
    #expect(!day.shown.contains(.suggestedCircles))
    day.now = noon(101)
    day.happen(.background)
    #expect(!day.shown.contains(.suggestedCircles), "dismissed for ever")
    day.happen(.entered(.person(7, "M", "N", emails: Self.mail("m"))))
    day.now = noon(102) - .milliseconds(1)
    day.happen(.background)
    #expect(!day.shown.contains(.suggestedCircles), "not yet a day")
    day.now = noon(102)
    day.happen(.background)
    #expect(day.section(.suggestedCircles)?.cards.count == 1, "other contacts")
  }

  @Test
  func `SGC-02 · an area code is the three digits of a number of North America, and of no other`() {
    func person(_ number: UInt64, _ phone: String, _ circles: [Int] = []) -> Contact {
      var contact = Contact.person(number, "P\(number)", "N\(number)", circles: circles)
      contact.phones = [Phone(phone)]
      return contact
    }
    var day = HomeDay(
      .rin,
      [
        person(1, "+1 212 555 0100", [1]), person(2, "1 (212) 555-0101", [1]),
        person(3, "(212) 555-0102"), person(4, "+1 212 777 0103"), person(5, "+1 212 777 0104"),
        person(6, "+1 213 555 0105"), person(7, "+49 2125 55010"), person(8, "+44 20 2125 5501"),
      ])
    day.happen(.background)
    guard case .proposal(let proposal) = day.section(.suggestedCircles)?.cards.first?.face else {
      Issue.record("nothing is proposed")
      return
    }
    #expect(proposal.contacts == [3, 4, 5])
    #expect(proposal.lines.last?.hasSuffix("212") == true, "\(proposal.lines)")
  }
}
