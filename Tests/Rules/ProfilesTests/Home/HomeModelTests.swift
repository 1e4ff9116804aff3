import AddressBooks
import HomeSections
import Profiles
import TestSupport
import Testing
import Vocabulary

@Suite("The home tab as a whole")
struct HomeModelTests {
  @Test func `RAD-02, RAD-04 · a sync and the user's own entry bring the same card`() throws {
    var day = HomeDay()
    day.happen(.synced(.contacts([.person(1, "Ann", hasPhoto: true)])))
    day.now = noon(101)
    day.happen(.entered(.person(2, "Bob")))
    let cards = try #require(day.section(.recentlyAdded)).cards
    #expect(
      cards.map(\.face) == [
        .recent(
          RecentCard(
            name: "Bob Lee", avatar: .initials("BL"), addedAt: noon(101), at: noon(101))),
        .recent(
          RecentCard(
            name: "Ann Lee", avatar: .photo(until: "AL"), addedAt: noon(100), at: noon(101))),
      ])
    #expect(cards.map(\.contact) == [2, 1])
    // Saved again, a contact is no newer.
    day.now = noon(102)
    day.happen(.entered(.person(1, "Anna")))
    #expect(day.section(.recentlyAdded)?.cards.map(\.contact) == [2, 1])
  }

  @Test(arguments: ContactSource.allCases)
  func `RAD-02 · the facts of an entry do not depend on its source`(source: ContactSource) {
    var contact = Contact.person(1, birthday: Birthday(year: 1990, month: 4, day: 12))
    contact.source = source
    contact.addedAt = noon(99)
    let facts = SectionContact(contact)
    #expect(
      facts == SectionContact(addedAt: noon(99), birthday: YearDay(month: 4, day: 12) ?? .none))
    contact.phones = []
    #expect(SectionContact(contact).isIncomplete)
    contact.name = PersonName()
    #expect(!SectionContact(contact).isIncomplete)
  }

  @Test func `ENR-05 · a card has the picture, the name, the mark and the new fields`() throws {
    var day = HomeDay(.rin, [.person(1, "John", "Smith", hasPhoto: true)])
    day.happen(
      .synced(.additions([.company("Acme Corp"), .title("VP Engineering")], to: 1)))
    let card = try #require(day.section(.enrichmentUpdates)?.cards.first)
    guard case .enriched(let face) = card.face else {
      Issue.record("\(card)")
      return
    }
    #expect(face.name == "John Smith" && face.avatar == .photo(until: "JS"))
    #expect(face.mark == EnrichmentMark(app: "Rin"))
    #expect(face.lines == ["+ Company: Acme Corp", "+ Title: VP Engineering"])
    #expect(day.rows[0].isEnriched)
    let answer = day.happen(.card(1, of: .enrichmentUpdates, .view))
    #expect(answer.route == .push(.contactDetail(id: "1")))
    #expect(day.logged == [.enrichmentViewed(contact: "1", fields: 2)])
    #expect(day.shown.isEmpty)
  }

  @Test func `UPC-04, UPC-15 · a birthday and the user's own reminder, each with the picture`()
    throws
  {
    var day = HomeDay(
      .rin,
      [
        .person(1, "Sarah", "Chen", birthday: Birthday(month: 4, day: 12), hasPhoto: true),
        .person(2, "Mike", "Torres"),
      ])
    #expect(day.section(.upcoming)?.cards.count == 1)
    day.happen(.reminded(HomeReminder(2, Reminder(due: noon(102), text: "Follow up"))))
    let faces = try #require(day.section(.upcoming)).cards.map(\.face)
    let today = CivilDate(of: day.now, in: .utc)
    #expect(
      faces == [
        .upcoming(
          UpcomingCard(
            .birthday, of: "Sarah Chen", avatar: .photo(until: "SC"),
            on: CivilDate(year: 2026, month: 4, day: 12), today: today), .birthday),
        .upcoming(
          UpcomingCard(
            .reminder, of: "Mike Torres", avatar: .initials("MT"), note: "Follow up",
            on: CivilDate(year: 2026, month: 4, day: 13), today: today), .reminder),
      ])
    #expect(day.happen(.card(2, of: .upcoming, .dismiss)).rule == "UPC-13")
    #expect(day.happen(.card(1, of: .upcoming, .dismiss)).rule == "UPC-11")
    #expect(day.shown.isEmpty)
    #expect(
      day.happen(.reminded(HomeReminder(9, Reminder(due: day.now, text: "")))).refusal
        == .noSuchContact)
  }

  @Test func `UPC-14 · a birthday is the device's or the network's, and outlives a report`() {
    let soon = Birthday(month: 4, day: 12)
    var day = HomeDay(.rin, [.person(1)])
    day.happen(.synced(.additions([.birthday(soon)], to: 1)))
    #expect(day.section(.upcoming)?.cards.map(\.contact) == [1])
    day.happen(.synced(.contacts([.person(1, "Anna")])))
    #expect(day.section(.upcoming)?.cards.map(\.contact) == [1])
    day.happen(.synced(.contacts([.person(1, "Anna", birthday: Birthday(month: 12, day: 1))])))
    #expect(day.section(.upcoming) == nil)
    // The device's own day is not replaced by the network's.
    day.happen(.synced(.additions([.birthday(soon)], to: 1)))
    #expect(day.section(.upcoming) == nil)
  }

  @Test func `SCO-10 · the daily batch brings the score's card, and only with another score`() {
    var day = HomeDay()
    day.happen(.scored(69, tier: "Good"))
    #expect(day.shown.isEmpty, "the first score is no change")
    day.happen(.scored(69, tier: "Good"))
    #expect(day.shown.isEmpty)
    day.happen(.scored(72, tier: "Good"))
    #expect(day.shown == [.scoreChanged])
    let answer = day.happen(.card(1, of: .scoreChanged, .view))
    #expect(answer.route == .switchTab(.score))
    #expect(day.logged == [.scoreCardTapped(score: 72, delta: 3)])
    #expect(day.shown.isEmpty)
  }

  @Test func `SEC-13 · offline and after a failed sync the sections are those of the last one`() {
    var day = HomeDay.crowded(.rin, through: .upcoming)
    day.happen(.synced(.additions([.company("Acme")], to: 3)))
    let before = day.picture
    day.happen(.connectivityChanged(isOnline: false))
    #expect(day.picture.state == .offline)
    #expect(day.picture.sections == before.sections && day.picture.layout == before.layout)
    day.happen(.connectivityChanged(isOnline: true))
    day.happen(.pulled)
    #expect(day.picture.sections == before.sections, "while the sync runs")
    day.happen(.syncFailed)
    #expect(day.picture.state == .syncFailed)
    #expect(day.picture.sections == before.sections && day.picture.groups == before.groups)
  }

  @Test func `HPF-05, PTR-13 · a pull ends with sections, list and badge as the sync left them`() {
    var day = HomeDay(.rin, [.person(1), .person(2)])
    day.happen(.pulled)
    #expect(day.picture.status == "Syncing contacts...")
    var report = HomeModel.Report.contacts([.person(3, "Cy")])
    report.pairs = [DuplicatePair(entries: EntryPair(1, 2), confidence: 0.8)]
    day.now = day.now + .seconds(2)
    let answer = day.happen(.synced(report))
    #expect(answer.rule == "PTR-13" && answer.badge == .recounted(.syncCompleted))
    #expect(day.shown == [.needsAttention, .recentlyAdded])
    #expect(day.picture.listHeader == "ALL CONTACTS (3)" && day.picture.badge.text == "1")
    #expect(day.picture.status == "Updated just now")
    #expect(
      day.logged == [
        .pulledToRefresh(sinceLastSync: .zero),
        .syncCompleted(contacts: 1, duplicates: 1, enrichments: 0, took: .seconds(2)),
      ])
    day.now = day.now + SyncStatusBar.updatedStays
    #expect(day.picture.status == nil)
  }

  @Test
  func `OFF-03 · offline a pull is answered with words, coming to the foreground is not`() {
    var day = HomeDay(.rin, [.person(1)])
    day.happen(.connectivityChanged(isOnline: false))
    #expect(day.happen(.foregrounded).refusal == .noSync)
    #expect(day.picture.status == nil)
    #expect(day.happen(.pulled).refusal == .noSync)
    #expect(day.picture.status == "You're offline. Contacts will sync when you reconnect.")
  }

  @Test func `ANA-03 · only a sync that began on the tab is logged as completed`() {
    var day = HomeDay(.rin, [.person(1)])
    for begin in [HomeModel.Event.foregrounded, .connectivityChanged(isOnline: true)] {
      day.happen(begin)
      day.happen(.synced(.contacts([.person(2)])))
    }
    #expect(day.logged.isEmpty)
    day.happen(.pulled)
    day.happen(.synced(.contacts([])))
    #expect(day.logged.map(\.name) == ["home.pull_to_refresh", "home.sync_completed"])
  }

  @Test func `HTB-04 · full of cards on the first day, a clean list on the thirtieth`() throws {
    var day = HomeDay()
    var report = HomeModel.Report.contacts(
      (1...30).map {
        .person($0, "Ann\($0)", birthday: $0 == 9 ? Birthday(month: 5, day: 18) : nil)
      })
    report.pairs = [DuplicatePair(entries: EntryPair(1, 2), confidence: 0.9)]
    report.additions = [.init(5, [.company("Acme")])]
    day.happen(.synced(report))
    #expect(day.shown == [.needsAttention, .recentlyAdded, .enrichmentUpdates])
    day.happen(.card(1, of: .needsAttention, .merge))
    day.happen(.card(1, of: .enrichmentUpdates, .view))
    day.now = noon(129)
    #expect(day.shown.isEmpty && day.picture.state == .steady)
    #expect(day.picture.regions == [.navigationBar, .searchBar, .contactList, .tabBar])
    #expect(day.rows.count == 29)
    day.now = noon(130)
    #expect(day.shown == [.upcoming], "and a card now and then")
  }

  @Test func `SRH-03 · a search leaves the list and the sections what it found`() throws {
    var day = HomeDay(
      .rin,
      [
        .person(1, "Ann", "Lee"), .person(2, "Anna", "Lee"),
        .person(3, "Bob", "Roy", birthday: Birthday(month: 4, day: 12)),
      ])
    day.happen(.synced(.pair(1, 2)))
    day.happen(.scored(69, tier: "Good"))
    day.happen(.scored(72, tier: "Good"))
    day.happen(.prompt(isWaiting: true))
    #expect(day.happen(.typed("b")).refusal == .noSearch)
    day.happen(.searchBegan)
    day.happen(.typed(""))
    #expect(day.shown == [.needsAttention, .scoreChanged, .upcoming], "no text leaves all")
    day.happen(.typed("b"))
    #expect(day.shown == [.upcoming] && day.rows.map(\.id) == [3])
    #expect(day.picture.layout.visible == [.section(.upcoming)], "the prompt is no contact")
    day.happen(.typed("an"))
    #expect(day.shown == [.needsAttention])
    #expect(Set(day.rows.map(\.id)) == [1, 2])
    #expect(day.picture.badge.text == "1")
    day.happen(.typed("zz"))
    #expect(day.shown.isEmpty && day.rows.isEmpty)
    #expect(day.picture.badge.text == "1", "the badge counts what there is")
    day.happen(.searchCancelled)
    #expect(day.shown == [.needsAttention, .scoreChanged, .upcoming])
    #expect(day.logged == [.searchActivated(contacts: 3, sections: 3)])
  }

  @Test func `SRH-03 · while a text stands in the bar, a sync changes what it finds`() {
    var day = HomeDay(.rin, [.person(1, "Ann")])
    day.happen(.searchBegan)
    day.happen(.typed("bo"))
    #expect(day.rows.isEmpty)
    day.happen(.synced(.contacts([.person(2, "Bob")])))
    #expect(day.rows.map(\.id) == [2] && day.shown == [.recentlyAdded])
  }

  @Test func `SRH-12 · offline and after a failed sync a search finds what the cache has`() {
    var day = HomeDay(.rin, [.person(1, "Ann"), .person(2, "Bob")])
    day.happen(.synced(.init()))
    #expect(day.picture.search == .available)
    day.happen(.searchBegan)
    day.happen(.typed("ann"))
    let online = day.rows
    day.happen(.connectivityChanged(isOnline: false))
    #expect(day.picture.search == .localOnly)
    day.happen(.typed("ann"))
    #expect(day.rows == online && online.map(\.id) == [1])
    day.happen(.connectivityChanged(isOnline: true))
    day.happen(.syncFailed)
    #expect(day.picture.search == .localOnly)
    day.happen(.typed("bo"))
    #expect(day.rows.map(\.id) == [2])
  }

  @Test func `ANA-15 · grouping, order and filter are logged when they change, and only then`() {
    var day = HomeDay(.rin, [.person(1, circles: [0])])
    day.happen(.chosen(.grouping(.alphabetical)))
    day.happen(.chosen(.sort(.nameAscending)))
    #expect(day.logged.isEmpty, "as it was")
    day.happen(.chosen(.grouping(.byCircle)))
    day.happen(.chosen(.sort(.recentlyAdded)))
    let chip = day.happen(.chosen(.circle(HomeDay.circles[1].id)))
    #expect(chip.route == .stay && chip.rule == "RTE-10")
    #expect(day.rows.isEmpty)
    day.happen(.chosen(.circle(HomeDay.circles[0].id)))
    #expect(day.rows.count == 1)
    #expect(
      day.logged == [
        .filterChanged(grouping: "byCircle", sort: "nameAscending", circles: 0),
        .filterChanged(grouping: "byCircle", sort: "recentlyAdded", circles: 0),
        .filterChanged(grouping: "byCircle", sort: "recentlyAdded", circles: 1),
        .filterChanged(grouping: "byCircle", sort: "recentlyAdded", circles: 2),
      ])
    #expect(day.logged[3].name == "home.filter_changed")
    let stored = day.model.stored
    day.happen(.launched)
    #expect(day.model.stored == stored && day.picture.groups.map(\.title) == ["Family"])
  }

  @Test func `ANA-18 · + Add is logged, and opens the form for a new contact`() {
    var day = HomeDay()
    let answer = day.happen(.addTapped)
    #expect(answer.route == .sheet(.newContact) && answer.rule == "RTE-13")
    #expect(answer.events == [.addTapped])
    #expect(
      answer.events[0].name == "home.add_contact_tapped" && answer.events[0].properties.isEmpty)
  }

  @Test func `HID-08 · collapsed, hidden and chosen outlive the app in their stored form`() {
    var day = HomeDay.crowded(.rin, through: .upcoming)
    day.happen(.gesture(.tap, on: .needsAttention))
    day.happen(.gesture(.choose(.never), on: .upcoming))
    let collapsed = day.now.milliseconds
    #expect(
      day.model.stored.shelf
        == "needsAttention:\(collapsed): upcoming::forGood@\(collapsed)")
    var other = HomeDay.crowded(.rin, through: .upcoming)
    other.model.restore(day.model.stored)
    #expect(other.picture.sections == day.picture.sections)
    #expect(other.shown == [.needsAttention, .scoreChanged])
    other.model.restore(.init(shelf: "nonsense", list: ""))
    #expect(other.shown == [.needsAttention, .scoreChanged, .upcoming])
    #expect(
      day.logged == [
        .sectionTapped(.needsAttention, .collapse),
        .sectionDismissed(.upcoming, .forGood(since: day.now)),
      ])
  }

  @Test func `DUP-01, DUP-04, BDG-06, BDG-09 · the answers on a pair, and the badge`() {
    var day = HomeDay.crowded(.rin, through: .needsAttention)
    #expect(day.picture.badge.text == "1")
    #expect(day.happen(.card(1, of: .needsAttention, .skip)).badge?.rule == "BDG-09")
    #expect(day.shown.isEmpty && day.picture.badge.text == "1")
    day.happen(.launched)
    #expect(day.shown == [.needsAttention])
    #expect(day.happen(.card(2, of: .needsAttention, .merge)).refusal == .noSuchCard)
    #expect(day.happen(.card(1, of: .needsAttention, .resolve)).refusal == .noSuchButton)
    #expect(day.happen(.card(1, of: .needsAttention, .merge)).badge?.rule == "BDG-06")
    #expect(day.picture.badge.text == nil && day.rows.count == 2)
    #expect(
      day.logged.last
        == .duplicateAnswered(.merge, confidence: 0.9, evidence: ["phone", "email"]))
  }

  @Test func `PTR-10, PTR-11 · what concerns a contact that has left goes with it`() {
    var day = HomeDay.crowded(.rin, through: .upcoming)
    var report = HomeModel.Report()
    report.conflicts = [7: HomeConflict(1, field: "Name", between: "Phone", and: "Rin")]
    day.happen(.synced(report))
    #expect(day.section(.needsAttention)?.count == 2 && day.section(.upcoming)?.cards.count == 1)
    #expect(day.picture.badge.text == "2")
    report = .init()
    report.delta.removed = [1]
    day.happen(.synced(report))
    #expect(day.shown == [.scoreChanged] && day.picture.badge.text == nil)
  }

  @Test func `SEC-06, RTE-15 · what is behind the link opens in place, and closes with a launch`() {
    var day = HomeDay.crowded(.rin, through: .upcoming)
    #expect(day.happen(.moreSections).refusal == .noLink)
    day.happen(.synced(.additions([.company("Acme")], to: 3)))
    #expect(day.picture.layout.link == "See 1 More Sections")
    #expect(day.happen(.gesture(.tap, on: .enrichmentUpdates)).refusal == .notShown)
    #expect(day.happen(.moreSections).rule == "RTE-15")
    #expect(day.shown.last == .enrichmentUpdates && day.picture.layout.link == nil)
    day.happen(.launched)
    #expect(day.picture.layout.link == "See 1 More Sections")
  }

  @Test func `DPL-03, ANA-19 · a link expands its section, and is logged`() {
    var day = HomeDay.crowded(.rin, through: .needsAttention)
    day.happen(.gesture(.tap, on: .needsAttention))
    let answer = day.happen(.followed("rin://home?section=dedup"))
    #expect(
      answer.steps == [
        .switchToHome, .popToRoot, .expand(.needsAttention), .scroll(to: .needsAttention),
        .pulse(.needsAttention),
      ])
    #expect(answer.events.map(\.name) == ["home.deep_link_handled"])
    #expect(day.section(.needsAttention)?.isCollapsed == false)
    #expect(day.happen(.followed("rin://contacts/3")).route == .push(.contactDetail(id: "3")))
  }

  @Test func `EMP-01, MTX-04 · denied and empty: the prompt to import, and no search`() {
    var day = HomeDay(.rin, access: .denied)
    #expect(day.picture.empty == .importPrompt && day.picture.search == .hidden)
    #expect(day.picture.regions == [.navigationBar, .contactList, .tabBar])
    day.happen(.entered(.person(1)))
    #expect(day.picture.empty == nil && day.picture.state == .deniedWithContacts)
  }
}
