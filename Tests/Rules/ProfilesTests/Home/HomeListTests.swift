import AddressBooks
import HomeSections
import Profiles
import TestSupport
import Testing
import Vocabulary

@Suite("Home tab · sections in sight, links to more, and the selection")
struct HomeListTests {
  private static func updated(_ count: Int) -> HomeDay {
    var day = HomeDay(.rin, (1...5).map { .person($0, "Ann\($0)") })
    for id in 1...count {
      day.happen(
        .synced(
          .additions([.company("Acme"), .title("Chief")], to: ContactID(rawValue: UInt64(id)))))
    }
    return day
  }

  @Test func `ENR-08, ANA-06 · See All is logged, and all updates are seen`() {
    var day = Self.updated(3)
    #expect(day.section(.enrichmentUpdates)?.further == "See All 3 Updates")
    let answer = day.happen(.seeAll(.enrichmentUpdates))
    #expect(answer.route == .push(.all(.enrichmentUpdates)))
    #expect(answer.events == [.sectionTapped(.enrichmentUpdates, .seeAll)])
    #expect(day.shown.isEmpty)
    #expect(day.happen(.seeAll(.enrichmentUpdates)).refusal == .notShown)
    // What comes later is new, and alone.
    day.happen(.synced(.additions([.email("a@b.c")], to: 1)))
    guard case .enriched(let card) = day.section(.enrichmentUpdates)?.cards.first?.face else {
      Issue.record("no card")
      return
    }
    #expect(card.lines == ["+ Email: a@b.c"])
  }

  @Test func `a section whose items all have a card, or that is collapsed, has no link to more`() {
    var day = Self.updated(2)
    #expect(day.happen(.seeAll(.enrichmentUpdates)).refusal == .noLink)
    day = Self.updated(3)
    day.happen(.gesture(.tap, on: .enrichmentUpdates))
    #expect(day.happen(.seeAll(.enrichmentUpdates)).refusal == .noLink)
  }

  @Test
  func `ENR-07, ENR-09 · an opened update is seen, and what comes later is alone on its card`() {
    var day = Self.updated(1)
    day.happen(.card(1, of: .enrichmentUpdates, .view))
    #expect(day.logged.last == .enrichmentViewed(contact: "1", fields: 2))
    day.happen(.synced(.additions([.phone("+1 212 555 0199")], to: 1)))
    day.happen(.card(1, of: .enrichmentUpdates, .view))
    #expect(day.logged.last == .enrichmentViewed(contact: "1", fields: 1))
  }

  @Test func `a contact that leaves the book takes its updates along, and no other's`() {
    var home = HomeBook(AddressBook([.person(1, "Ann"), .person(2, "Bob"), .person(3, "Cy")]))
    home.add([.company("Acme")], to: 1, at: noon(1))
    home.add([.company("Acme"), .title("Chief")], to: 3, at: noon(2))
    home.remove([1])
    #expect(home.ids == [2, 3] && home.place(of: 1) == nil)
    #expect(home.facts.map(\.newFields) == [0, 2])
    // The same id may come back, without the news of before.
    home.apply([.put(.person(1, "Ann"))])
    home.add([.email("a@b.c")], to: 1, at: noon(3))
    #expect(home.place(of: 1).map { home.facts[$0].newFields } == 1)
    #expect(home.book[1]?.emails == ["a@b.c"])
    home.add([.phone("+1 212 555 0199")], to: 2, at: noon(4))
    #expect(home.book[2]?.phones.count == 2 && home.book[2]?.updatedAt == noon(4))
    home.viewAll()
    #expect(home.facts.allSatisfy { $0.enrichedAt == nil })
  }

  @Test func `a contact that is back from the device has a card for its new update alone`() {
    var day = Self.updated(1)
    var report = HomeModel.Report()
    report.delta.removed = [1]
    day.happen(.synced(report))
    #expect(day.shown.isEmpty)
    day.happen(.synced(.contacts([.person(1, "Ann1")])))
    day.happen(.synced(.additions([.email("a@b.c")], to: 1)))
    guard case .enriched(let card) = day.section(.enrichmentUpdates)?.cards.first?.face else {
      Issue.record("no card")
      return
    }
    #expect(card.lines == ["+ Email: a@b.c"])
  }

  @Test func `ANA-04, ANA-05 · a section that is seen for a second is logged with its place`() {
    var day = HomeDay.crowded(.rin, through: .upcoming)
    #expect(day.happen(.inSight(.upcoming, 0.6)).events.isEmpty)
    day.now = day.now + .milliseconds(1_001)
    let answer = day.happen(.inSight(.upcoming, 0.6))
    #expect(answer.rule == "ANA-05")
    #expect(answer.events == [.sectionViewed(.upcoming, items: 1, place: 2)])
    #expect(day.happen(.inSight(.upcoming, 0.6)).events.isEmpty, "once")
    #expect(day.happen(.inSight(.recentlyAdded, 1)).refusal == .notShown)
    day.happen(.inSight(.needsAttention, 1))
    day.now = day.now + .milliseconds(1_001)
    #expect(
      day.happen(.inSight(.needsAttention, 1)).events
        == [.sectionViewed(.needsAttention, items: 1, place: 0)])
  }

  @Test
  func `SEL-12, SEL-13, ANA-17 · nothing is removed before the consent, and then it is logged`() {
    var day = HomeDay(.rin, [.person(1, "Ann"), .person(2, "Bob"), .person(3, "Cy")])
    let begin = day.happen(.selecting(.longPressed(1)))
    #expect(begin.rule == "SEL-01")
    #expect(day.happen(.selecting(.tapped(3))).rule == "SEL-07")
    #expect(day.happen(.selecting(.toolTapped(.delete))).rule == "SEL-13")
    #expect(day.rows.count == 3)
    let answer = day.happen(.selecting(.deleteConfirmed))
    #expect(answer.events == [.bulkActionCompleted(.delete, selected: 2)])
    #expect(day.rows.map(\.id) == [2])
  }

  @Test func `CNF-57 · a selection by the button is that setting's`() throws {
    var day = try HomeDay(["home.multiSelectEntry": "selectButton"], [.person(1)])
    #expect(day.happen(.selecting(.selectChosen)).rule == "CNF-57")
  }

  @Test func `ANA-13, RTE-11 · a row opens its contact, from the list or from a search`() {
    var day = HomeDay(.rin, [.person(1, "Ann"), .person(2, "Bob")])
    let listed = day.happen(.selecting(.tapped(2)))
    day.happen(.searchBegan)
    day.happen(.typed("bob"))
    let found = day.happen(.selecting(.tapped(2)))
    #expect(listed.route == found.route && listed.route == .push(.contactDetail(id: "2")))
    #expect(listed.rule == HomeTap.contactRow(id: "2").rule)
    #expect(found.rule == HomeTap.searchResult(id: "2").rule && found.rule != listed.rule)
  }

  @Test(arguments: [[], [NetworkAddition.company("Acme")]])
  func `ANA-13 · what is logged of a tapped row`(fields: [NetworkAddition]) {
    var day = HomeDay(.rin, [.person(1, "Ann"), .person(2, "Bob", circles: [0, 1])])
    day.happen(.synced(.additions(fields, to: 2)))
    #expect(
      day.happen(.selecting(.tapped(2))).events == [
        .contactSelected(
          contact: "2", isEnriched: !fields.isEmpty, circles: 2, place: 1,
          grouping: "alphabetical")
      ])
  }

  @Test func `SEL-10 · Add to Circle offers the circles, and More its tools`() {
    var day = HomeDay(.rin, [.person(1)])
    day.happen(.selecting(.longPressed(1)))
    let answer = day.happen(.selecting(.toolTapped(.addToCircle)))
    #expect(answer.rule == HomeTap.addToCircle.rule && answer.route == HomeTap.addToCircle.route)
    let more = day.happen(.selecting(.toolTapped(.more)))
    #expect(more.offered == ["Export vCards", "Share"])
  }

  @Test func `HID-03, HID-05 · a swipe and a long press on a header offer their choices`() {
    var day = HomeDay.crowded(.rin, through: .needsAttention)
    let swipe = day.happen(.gesture(.swipeLeft, on: .needsAttention))
    #expect(swipe.offered == ["Hide"] && swipe.rule == "HID-03")
    let press = day.happen(.gesture(.longPress, on: .needsAttention))
    #expect(press.offered == ["Collapse", "Hide for today", "Don't show this section"])
    #expect(day.shown == [.needsAttention] && day.logged.isEmpty)
  }

  @Test func `HID-06, HID-07 · what was hidden for good is back by the switch in Settings`() {
    var day = HomeDay.crowded(.rin, through: .needsAttention)
    day.happen(.gesture(.choose(.never), on: .needsAttention))
    #expect(day.shown.isEmpty)
    #expect(day.happen(.shownAgain(.needsAttention)).rule == "HID-07")
    #expect(day.shown == [.needsAttention])
  }

  @Test func `NAT-02 · a contact that loses its name is incomplete no longer`() {
    var contact = Contact.person(1, "Ann")
    contact.phones = []
    var home = HomeBook(AddressBook([contact]))
    #expect(home.facts.map(\.isIncomplete) == [true])
    contact.name = PersonName()
    home.take(SyncDelta(contacts: [contact]), at: noon(1))
    #expect(home.facts.map(\.isIncomplete) == [false])
    contact.name = PersonName(given: "Bea")
    home.take(SyncDelta(contacts: [contact]), at: noon(2))
    #expect(home.facts.map(\.isIncomplete) == [true])
  }

  @Test func `UPC-11, UPC-13 · a dismissed event stays on the tab's screen`() {
    var day = HomeDay.crowded(.rin, through: .upcoming)
    let answer = day.happen(.card(1, of: .upcoming, .dismiss))
    #expect(answer.route == .stay && answer.events == [.upcomingAnswered(.dismiss, .reminder)])
  }

  @Test func `DPL-10 · a link to pairs, where none waits, leads to the tab and no further`() {
    var day = HomeDay(.rin, [.person(1)])
    var report = HomeModel.Report()
    report.conflicts = [7: HomeConflict(1, field: "Name", between: "Phone", and: "Rin")]
    day.happen(.synced(report))
    let answer = day.happen(.followed("rin://home?section=dedup"))
    #expect(answer.rule == "DPL-10" && answer.steps == [.switchToHome, .popToRoot])
  }

  @Test func `DPL-13 · a link opens what is behind the link to more`() {
    var day = HomeDay.crowded(.rin, through: .upcoming)
    day.happen(.synced(.additions([.company("Acme")], to: 3)))
    #expect(!day.shown.contains(.enrichmentUpdates))
    day.happen(.followed("rin://home?section=enrichment"))
    #expect(day.shown.contains(.enrichmentUpdates))
  }

  @Test func `ENR-06 · each field of the network in words, a leap day too`() {
    let fields: [NetworkAddition] = [
      .company("Acme"), .title("Chief"), .phone("1"), .email("a@b.c"),
      .birthday(Birthday(month: 2, day: 29)), .birthday(Birthday(year: 1990, month: 12, day: 1)),
    ]
    #expect(
      fields.map(\.words.name) == ["Company", "Title", "Phone", "Email"] + ["Birthday", "Birthday"])
    #expect(fields.map(\.words.value) == ["Acme", "Chief", "1", "a@b.c", "Feb 29", "Dec 1"])
    #expect(fields.map(\.field) == [.company, .title, .phone, .email, .birthday, .birthday])
  }

  @Test func `SGC-02 · an employer's domain, an area code, a family name, and nothing unknown`() {
    var contact = Contact.person(
      7, "Ann", "Lee", emails: ["a@Acme.com", "a@gmail.com", "a@", "none"], circles: [1])
    contact.phones = [Phone("+1 212 555 0100")]
    #expect(
      CirclePattern.Person(contact)
        == CirclePattern.Person(
          id: 7, domains: ["acme.com"], areaCodes: ["212"], familyName: "Lee", circles: [1]))
    contact.name = PersonName(given: "Ann")
    contact.phones = []
    contact.emails = []
    #expect(CirclePattern.Person(contact) == CirclePattern.Person(id: 7, circles: [1]))
  }
}
