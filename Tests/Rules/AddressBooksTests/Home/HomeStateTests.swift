import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("MTX-09 · eight states are the whole matrix")
struct HomeStateTests {
  static func facts(_ change: (inout HomeFacts) -> Void) -> HomeFacts {
    var facts = HomeFacts(access: .authorized, contacts: 342)
    facts.lastBadge = 4
    change(&facts)
    return facts
  }

  private func expect(
    _ facts: HomeFacts, _ state: HomeState, _ sections: HomeCells.Sections, _ list: HomeCells.List,
    _ search: HomeCells.Search, badge: Int?, _ note: HomeCells.Note
  ) {
    let cells = HomeState(facts).cells(facts)
    #expect(HomeState(facts) == state)
    #expect(cells.sections == sections)
    #expect(cells.list == list)
    #expect(cells.search == search)
    #expect(cells.badge.shown == badge)
    #expect(cells.note == note)
  }

  @Test func `unless a fact is named, nothing has happened`() {
    let facts = HomeFacts(access: .authorized, contacts: 0)
    #expect(!facts.isFirstLaunch && facts.hasSynced && !facts.lastSyncFailed && !facts.isOffline)
    #expect((facts.sections, facts.badge, facts.lastBadge) == (0, 0, 0))
    #expect(facts.syncingSince == nil)
  }

  @Test func `MTX-01 · first launch`() {
    let facts = Self.facts { ($0.isFirstLaunch, $0.sections, $0.badge) = (true, 2, 7) }
    expect(facts, .firstLaunch, .fromFirstSync, .full, .available, badge: 7, .onboardingEnds)
  }

  @Test func `MTX-02 · something to review`() {
    let facts = Self.facts { ($0.sections, $0.badge) = (3, 5) }
    expect(facts, .pendingReview, .active, .full, .available, badge: 5, .normal)
  }

  @Test func `MTX-03, STD-01 · nothing to do`() {
    expect(Self.facts { _ in }, .steady, .none, .full, .available, badge: nil, .steady)
  }

  @Test func `MTX-04, SRH-10 · denied, and nobody typed in`() {
    let facts = Self.facts { ($0.access, $0.contacts) = (.denied, 0) }
    expect(
      facts, .deniedWithoutContacts, .none, .importPrompt, .hidden, badge: nil, .promptsOnTap)
  }

  @Test func `MTX-05 · denied, with some typed in`() {
    let facts = Self.facts { ($0.access, $0.contacts, $0.badge) = (.restricted, 3, 2) }
    expect(facts, .deniedWithContacts, .ifAny, .manualOnly, .available, badge: nil, .limited)
  }

  @Test func `MTX-06 · during a sync the badge keeps its count`() {
    let facts = Self.facts { ($0.syncingSince, $0.badge) = (noon(1), 9) }
    expect(facts, .syncing, .partial, .partial, .available, badge: 4, .syncIndicator)
  }

  @Test func `MTX-07, OFF-01, OFF-02, OFF-05, OFF-06 · offline, all from the cache`() {
    let facts = Self.facts { ($0.isOffline, $0.badge) = (true, 9) }
    expect(facts, .offline, .cached, .cached, .localOnly, badge: 4, .offlineBanner)
  }

  @Test func `MTX-08, OFF-07 · a failed sync, all from the cache`() {
    let facts = Self.facts { ($0.lastSyncFailed, $0.badge) = (true, 9) }
    expect(facts, .syncFailed, .cached, .cached, .localOnly, badge: 4, .errorInStatusBar)
  }

  @Test func `whatever is the case, one of the eight holds, and a list with contacts is in sight`()
  {
    #expect(HomeState.allCases.count == 8)
    var seen: Set<HomeState> = []
    for access in ContactsAccess.allCases {
      for bits in 0..<64 {
        let facts = Self.facts {
          $0.access = access
          $0.contacts = bits & 1 == 0 ? 0 : 5
          $0.isOffline = bits & 2 != 0
          $0.syncingSince = bits & 4 == 0 ? nil : noon(0)
          $0.lastSyncFailed = bits & 8 != 0
          $0.sections = bits & 16 == 0 ? 0 : 2
          $0.isFirstLaunch = bits & 32 != 0
        }
        seen.insert(HomeState(facts))
        let hidesList = HomeState(facts).cells(facts).list == .importPrompt
        #expect(!hidesList || facts.contacts == 0)
      }
    }
    #expect(seen == Set(HomeState.allCases))
  }
}

@Suite("What stands in place of an empty list")
struct EmptyStateTests {
  private func empty(
    _ access: ContactsAccess, since: Instant? = nil, hasSynced: Bool = false, contacts: Int = 0,
    at now: Instant = noon(1)
  ) -> EmptyState? {
    EmptyState(
      HomeFacts(
        access: access, contacts: contacts, syncingSince: since, hasSynced: hasSynced), at: now)
  }

  @Test func `EMP-01, EMP-07 · denied and nobody there: the import prompt`() {
    #expect(empty(.denied) == .importPrompt)
    #expect(empty(.restricted, hasSynced: true) == .importPrompt)
    #expect(empty(.denied, contacts: 1) == nil)
  }

  @Test func `EMP-02, EMP-03, EMP-04, EMP-05, EMP-14 · its words, its button, its symbol`() {
    let prompt = EmptyState.importPrompt
    #expect(prompt.title(app: "Rin") == "Import your contacts to get started with Rin")
    #expect(
      prompt.lines(app: "Rin") == ["Rin finds duplicates, enriches info, and helps you organize."])
    #expect(prompt.title(app: "[App]").hasSuffix("with [App]"))
    #expect(prompt.lines(app: "[App]").first?.hasPrefix("[App] finds") == true)
    #expect(prompt.button?.title == "Import Contacts")
    #expect(prompt.button?.footnote == "or add contacts manually with the + button above")
    #expect(prompt.symbol == "person.3")
  }

  @Test func `EMP-06 · the navigation bar stays, with + Add`() {
    #expect(HomeTab.regions(sections: 0, searchIsHidden: true).first == .navigationBar)
    #expect(MultiSelect().buttons == [.add])
  }

  @Test func `EMP-08, EMP-09 · the first sync has brought nobody yet`() {
    let importing = empty(.authorized, since: noon(1))
    #expect(importing == .importing(isLong: false))
    #expect(importing?.title(app: "Rin") == "Importing your contacts...")
    #expect(importing?.lines(app: "Rin") == ["This usually takes a few seconds."])
    #expect(importing?.button == nil && importing?.symbol == nil)
  }

  @Test func `EMP-10 · with the first batch the list is there`() {
    #expect(empty(.authorized, since: noon(1), contacts: 1) == nil)
  }

  @Test func `EMP-11, EMP-12 · patience is asked for after fifteen seconds, not at them`() {
    let start = noon(1)
    #expect(
      empty(.limited, since: start, at: start + .seconds(15)) == .importing(isLong: false))
    let late = empty(.limited, since: start, at: start + .milliseconds(15_001))
    #expect(late?.lines(app: "Rin").last == "Taking a bit longer for large contact lists.")
  }

  @Test func `EMP-13 · no section is no empty state`() {
    #expect(empty(.authorized, hasSynced: true, contacts: 9) == nil)
  }

  @Test func `EMP-15 · an open and empty address book shows the list, and so does a failed import`()
  {
    #expect(empty(.authorized, hasSynced: true) == nil)
    #expect(empty(.authorized, hasSynced: false) == nil)
    #expect(AddressBook().list().header == "ALL CONTACTS (0)")
  }
}
