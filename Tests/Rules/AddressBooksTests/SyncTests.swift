import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("When the address book is synced")
struct SyncPolicyTests {
  private func decide(
    _ occasion: SyncOccasion, after age: Interval?, failed: Bool = false, owed: Bool = false,
    offline: Bool = false
  ) -> SyncDecision {
    let history = SyncHistory(
      lastSuccess: age.map { noon(9) - $0 }, lastFailed: failed, isOwed: owed)
    return SyncPolicy().decide(occasion, after: history, isOffline: offline, at: noon(9))
  }

  @Test func `PTR-01 · a pull syncs, however fresh the last sync is`() {
    #expect(decide(.pulled, after: .zero) == .run(.userAsked))
  }

  @Test func `PTR-02 · in the foreground after more than an hour`() {
    #expect(decide(.foreground, after: .hours(1) + .milliseconds(1)) == .run(.isOld))
    #expect(decide(.foreground, after: nil) == .run(.isOld))
  }

  @Test func `PTR-03 · at an hour, to the millisecond, no sync runs`() {
    #expect(decide(.foreground, after: .hours(1)) == .stay(.isFresh))
    #expect(decide(.foreground, after: .seconds(3)).rule == "PTR-03")
  }

  @Test func `PTR-05 · a refresh in the background syncs`() {
    #expect(decide(.background, after: .seconds(3)) == .run(.background))
  }

  @Test func `OFF-09 · after a failure the next occasion syncs, however fresh the last success`() {
    #expect(decide(.foreground, after: .seconds(3), failed: true) == .run(.lastFailed))
    #expect(decide(.background, after: .seconds(3), failed: true) == .run(.background))
  }

  @Test func `OFF-03 · offline nothing runs; what was promised runs with the network`() {
    for occasion in SyncOccasion.allCases {
      #expect(decide(occasion, after: nil, offline: true) == .stay(.isOffline))
    }
    #expect(decide(.reconnected, after: .zero, owed: true) == .run(.promised))
    #expect(decide(.reconnected, after: .zero) == .stay(.nothingPromised))
  }

  @Test func `every answer names a rule of the book`() {
    let ids = Set(ContactRules.all.map(\.id))
    let answers =
      SyncDecision.Reason.allCases.map(SyncDecision.run)
      + SyncDecision.Stillness.allCases.map(SyncDecision.stay)
    for answer in answers { #expect(ids.contains(answer.rule), "\(answer)") }
  }
}

@Suite("The status bar of a sync")
struct SyncStatusBarTests {
  private func bar(after events: SyncStatusBar.Event...) -> SyncStatusBar {
    var bar = SyncStatusBar()
    for event in events { bar.receive(event, at: noon(0)) }
    return bar
  }

  @Test func `PTR-06 · a pull: Syncing contacts, with a spinner`() {
    let state = bar(after: .started(.pulled)).state
    #expect(state.text == "Syncing contacts...")
    #expect(state.showsSpinner)
  }

  @Test func `PTR-07 · then Updated just now, for a second and a half`() {
    var bar = bar(after: .started(.pulled), .succeeded)
    #expect(bar.state.text == "Updated just now")
    bar.receive(.timePassed, at: noon(0) + .milliseconds(1_499))
    #expect(bar.state != .absent)
    bar.receive(.timePassed, at: noon(0) + .milliseconds(1_500))
    #expect(bar.state == .absent)
  }

  @Test func `PTR-08 · a failure, in the colour of warnings`() {
    let state = bar(after: .started(.pulled), .failed).state
    #expect(state.text == "Sync failed. Pull to retry.")
    #expect(state.colour == "rin.brand.warning")
  }

  @Test func `PTR-09 · a failure stays until a success or a dismissal`() {
    var failed = bar(after: .failed)
    failed.receive(.timePassed, at: noon(30))
    #expect(failed.state == .failed)
    failed.receive(.started(.background), at: noon(30))
    #expect(failed.state == .failed)
    failed.receive(.succeeded, at: noon(30))
    #expect(failed.state == .absent)
    #expect(bar(after: .failed, .dismissed).state == .absent)
  }

  @Test func `PTR-10, PTR-12, PTR-13 · afterwards the sections, the list, the badge`() {
    var book = AddressBook(named: ["Ann"])
    let change = book.apply([.put(.named("Bob", id: 2))])
    #expect(SyncAftermath.steps(after: change) == [.sections, .list(change), .badge])
  }

  @Test func `PTR-14 · a sync that nobody asked for shows nothing but its failure`() {
    #expect(bar(after: .started(.foreground)).state == .absent)
    #expect(bar(after: .started(.foreground), .succeeded).state == .absent)
    #expect(bar(after: .started(.background), .failed).state == .failed)
  }

  @Test func `OFF-03 · offline the pull is answered, until someone dismisses it`() {
    let refused = bar(after: .refusedOffline)
    #expect(refused.state.text == "You're offline. Contacts will sync when you reconnect.")
    #expect(bar(after: .refusedOffline, .dismissed).state == .absent)
  }
}
