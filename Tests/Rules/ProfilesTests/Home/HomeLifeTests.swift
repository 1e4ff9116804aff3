import AddressBooks
import HomeSections
import Profiles
import Prompts
import TestSupport
import Testing
import Vocabulary

@Suite("Home tab · launches, visits, syncs and what is logged of them")
struct HomeLifeTests {
  @Test func `ANA-01 · a visit is logged with the sections, the contacts and the badge`() {
    var day = HomeDay.crowded(.rin, through: .upcoming)
    day.happen(.synced(.additions([.company("Acme")], to: 3)))
    let answer = day.happen(.appeared)
    #expect(answer.rule == "ANA-01")
    #expect(answer.events == [.viewed(sections: 4, contacts: 3, badge: 1)], "one is overflow")
  }

  @Test func `PTR-04 · within the hour the foreground evaluates the sections from the phone alone`()
  {
    var day = HomeDay(.rin, [.person(1), .person(2)])
    day.happen(.synced(.init()))
    day.happen(.reminded(HomeReminder(1, Reminder(due: day.now + .minutes(30), text: "Call"))))
    day.happen(.scored(69, tier: "Good"))
    #expect(!day.shown.contains(.scoreChanged))
    // The batch of the score has run on the phone meanwhile; no sync brings it.
    day.now = day.now + .minutes(59)
    day.happen(.scored(72, tier: "Good"))
    let answer = day.happen(.foregrounded)
    #expect(answer.refusal == .noSync && answer.rule == "PTR-03")
    #expect(
      day.picture.state != .syncing && day.picture.status == nil, "nothing is asked of a server")
    #expect(day.shown.contains(.scoreChanged))
    let before = day.shown
    // What the user has hidden stays away, again without a sync.
    day.happen(.gesture(.choose(.never), on: .upcoming))
    day.happen(.foregrounded)
    #expect(before.contains(.upcoming) && day.shown == before.filter { $0 != .upcoming })
    #expect(!day.logged.contains { $0.name == "home.sync_completed" })
  }

  @Test func `OBH-02, OBH-08 · the end of onboarding is logged before the first visit to the tab`()
  {
    var day = HomeDay(.rin, [.person(1), .person(2)])
    day.happen(.synced(.pair(1, 2)))
    day.happen(.gesture(.tap, on: .needsAttention))
    #expect(day.section(.needsAttention)?.isCollapsed == true)
    let answer = day.happen(.onboarded)
    #expect(answer.rule == "OBH-02")
    #expect(answer.events == [.onboardingCompleted, .viewed(sections: 1, contacts: 2, badge: 1)])
    #expect(day.logged.suffix(2).map(\.name) == ["onboarding.completed", "home.viewed"])
    // Its duplicates are open, however the section was left.
    #expect(day.section(.needsAttention)?.isCollapsed == false)
    // Later visits are visits.
    #expect(day.happen(.appeared).events.map(\.name) == ["home.viewed"])
  }

  @Test
  func `PRM-06 · a prompt is one card among the sections, treated as the duplicates' cards are`()
    throws
  {
    var day = HomeDay.crowded(.rin, through: .needsAttention)
    let before = day.picture
    day.happen(.prompt(isWaiting: true))
    #expect(day.picture.layout.visible == [.section(.needsAttention), .promptCard])
    // Nothing lies above the tab: its state and its list are those of before.
    #expect(day.picture.state == before.state && day.picture.groups == before.groups)
    let prompt = try #require(PromptPolicy.rin.card(for: .dedupReview, app: .rin))
    guard case .attention(let pair, _)? = day.section(.needsAttention)?.cards.first?.face else {
      Issue.record("no pair")
      return
    }
    // Both are small: a title, a line, and a row of buttons, without a picture.
    #expect(prompt.form == .homeCard && !prompt.form.isIllustrated)
    #expect(prompt.title != nil && prompt.message != nil && !prompt.focusableButtons.isEmpty)
    #expect(!pair.title.isEmpty && pair.line != nil && !pair.actions.isEmpty)
    // Both take a place of the three that the tab shows.
    day = HomeDay.crowded(.rin, through: .upcoming)
    day.happen(.prompt(isWaiting: true))
    #expect(day.picture.layout.overflow == [.promptCard])
  }

  @Test func `SCO-01, SCO-09 · a change is counted from the score of the last visit`() {
    for (visits, delta) in [(0, 6), (1, 3)] {
      var day = HomeDay.crowded(.rin, through: .scoreChanged)
      for _ in 0..<visits { day.happen(.appeared) }
      day.happen(.scored(75, tier: "Good"))
      day.happen(.card(1, of: .scoreChanged, .view))
      #expect(day.logged.last == .scoreCardTapped(score: 75, delta: delta))
    }
  }

  @Test func `SCO-04, SCO-06 · the card has the score, its change and the name of the new tier`()
    throws
  {
    var day = HomeDay.crowded(.rin, through: .scoreChanged)
    day.happen(.scored(81, tier: "Strong"))
    let card = try #require(day.section(.scoreChanged)?.cards.first)
    var watch = ScoreWatch(score: 69)
    watch.receive(81, at: day.now)
    let face = try #require(ScoreCard(watch, tier: "Strong", app: "Rin"))
    #expect(card.face == .score(face) && card.contact == nil)
  }

  @Test func `a launch ends a selection and a search`() {
    var day = HomeDay(.rin, [.person(1, "Ann"), .person(2, "Bob")])
    day.happen(.selecting(.longPressed(1)))
    #expect(day.picture.buttons.map(\.title) == ["Done", "Select All"])
    day.happen(.launched)
    #expect(day.picture.buttons.map(\.title) == ["+ Add"] && day.picture.title == "Rin")
    day.happen(.searchBegan)
    day.happen(.typed("bob"))
    #expect(day.rows.map(\.id) == [2])
    day.happen(.launched)
    #expect(day.rows.map(\.id) == [1, 2])
    #expect(day.happen(.typed("bob")).refusal == .noSearch)
  }

  @Test func `a cancelled search leaves the whole list`() {
    var day = HomeDay(.rin, [.person(1, "Ann"), .person(2, "Bob")])
    day.happen(.searchBegan)
    day.happen(.typed("bob"))
    day.happen(.searchCancelled)
    #expect(day.rows.map(\.id) == [1, 2] && day.picture.groups.map(\.title) == ["A", "B"])
  }

  @Test func `RAD-02, SRH-03 · an own entry is marked as such, and found while a text stands`() {
    var day = HomeDay(.rin, [.person(1, "Ann")])
    day.happen(.searchBegan)
    day.happen(.typed("bo"))
    day.now = noon(101)
    var entered = Contact.person(2, "Bob")
    entered.source = .device
    day.happen(.entered(entered))
    #expect(day.rows.map(\.id) == [2])
    #expect(day.section(.recentlyAdded)?.cards.map(\.contact) == [2])
    let contact = day.model.home.book[2]
    #expect(contact?.source == .manual && contact?.addedAt == noon(101))
    #expect(contact?.updatedAt == noon(101))
    day.now = noon(102)
    day.happen(.entered(entered))
    #expect(day.model.home.book[2]?.addedAt == noon(101), "saved again")
    #expect(day.model.home.book[2]?.updatedAt == noon(102))
  }

  @Test func `MTX-06, PTR-13 · a sync runs until it has ended, well or not`() {
    var day = HomeDay(.rin, [.person(1)])
    #expect(day.picture.state == .steady)
    for end in [HomeModel.Event.synced(.init()), .syncFailed] {
      day.happen(.pulled)
      #expect(day.picture.state == .syncing && day.picture.status == "Syncing contacts...")
      day.now = day.now + .seconds(3)
      day.happen(end)
      #expect(day.picture.state == (end == .syncFailed ? .syncFailed : .steady))
    }
    #expect(day.picture.status == "Sync failed. Pull to retry.")
    day.happen(.pulled)
    day.now = day.now + .seconds(5)
    let answer = day.happen(.synced(.init()))
    #expect(
      answer.events == [
        .syncCompleted(contacts: 0, duplicates: 0, enrichments: 0, took: .seconds(5))
      ])
  }

  @Test func `the first import stands in place of an empty list until it has ended`() {
    var day = HomeDay()
    day.happen(.foregrounded)
    #expect(day.picture.empty == .importing(isLong: false))
    day.now = day.now + EmptyState.patience + .milliseconds(1)
    #expect(day.picture.empty == .importing(isLong: true))
    day.happen(.synced(.init()))
    #expect(day.picture.empty == nil)
    day.now = day.now + .hours(2)
    day.happen(.pulled)
    #expect(day.picture.empty == nil, "a later sync of an empty book is no first import")
  }

  @Test func `BDG-10, BDG-13, BDG-14 · a visit, the foreground and a sync, and what they do to it`()
  {
    var day = HomeDay.crowded(.rin, through: .needsAttention)
    #expect(day.happen(.appeared).badge == .kept(.visitedHome, .atRest))
    day.happen(.pulled)
    #expect(day.happen(.appeared).badge == .kept(.visitedHome, .syncing))
    let merged = day.happen(.card(1, of: .needsAttention, .merge)).badge
    #expect(merged == .decremented(.merged) && day.picture.badge.text == nil)
    day.happen(.syncFailed)
    #expect(day.happen(.appeared).badge == .kept(.visitedHome, .syncFailed))
    day.happen(.connectivityChanged(isOnline: false))
    #expect(day.happen(.appeared).badge == .kept(.visitedHome, .offline))
    #expect(day.happen(.foregrounded).badge?.rule == "BDG-13")
    #expect(day.happen(.launched).badge == .recounted(.foregrounded))
    day.happen(.connectivityChanged(isOnline: true))
    #expect(day.happen(.foregrounded).badge?.rule == "BDG-14", "a sync runs")
  }

  @Test func `without another wish fourteen rows of the list are in sight`() {
    let day = HomeDay(
      .rin, (1...30).map { .person($0, $0 <= 14 ? "Ann\($0)" : "Bob\($0)") })
    let picture = day.model.picture(at: day.now)
    #expect(picture.groups.map(\.title) == ["A"], "the next heading begins behind them")
    #expect(picture.groups.flatMap(\.rows).count == 14)
    for limit in [1, 13, 15, 30] {
      let rows = day.model.picture(at: day.now, rows: limit).groups.flatMap(\.rows)
      #expect(rows.count == limit)
    }
    #expect(day.model.picture(at: day.now, rows: 15).groups.map(\.title) == ["A", "B"])
  }

  @Test func `ANA-03 · a sync without a pull is not logged, though one before it was`() {
    var day = HomeDay(.rin, [.person(1)])
    day.happen(.pulled)
    day.happen(.synced(.init()))
    day.happen(.synced(.init()))
    #expect(day.logged.map(\.name) == ["home.pull_to_refresh", "home.sync_completed"])
  }

  @Test func `OFF-03, MTX-07 · back online a sync is run if a pull was promised one`() {
    for isPromised in [true, false] {
      var day = HomeDay(.rin, [.person(1)])
      #expect(day.happen(.connectivityChanged(isOnline: false)).rule == "MTX-07")
      if isPromised { day.happen(.pulled) }
      let answer = day.happen(.connectivityChanged(isOnline: true))
      #expect((answer.refusal == nil) == isPromised)
      #expect((day.picture.state == .syncing) == isPromised)
    }
  }

  @Test func `SRH-03 · the state of the tab is that of all there is, whatever a search leaves`() {
    var day = HomeDay(.rin, [.person(1)])
    day.happen(.reminded(HomeReminder(1, Reminder(due: day.now, text: "Call"))))
    let state = day.picture.state
    day.happen(.searchBegan)
    day.happen(.typed("zz"))
    #expect(day.shown.isEmpty && day.picture.state == state)
    #expect(state == .pendingReview)
  }

  @Test(arguments: [
    (HomeBudget.interactive, "HPF-01" as RuleID, 500_000_000 as UInt64),
    (.frame, "HPF-02", 16_670_000), (.keystroke, "HPF-03", 100_000_000),
    (.sections, "HPF-04", 200_000_000), (.refresh, "HPF-05", 3_000_000_000),
  ])
  func `HPF-01, HPF-02, HPF-03, HPF-04, HPF-05 · what a user waits for at most, by its rule`(
    budget: HomeBudget, rule: RuleID, nanoseconds: UInt64
  ) {
    #expect(budget.rule == rule && budget.nanoseconds == nanoseconds)
  }
}
