import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("The badge on the tab")
struct BadgeTests {
  private static func busy() -> Home {
    var home = Home()
    home.matters.conflicts = 2
    home.matters.suggestions = [0.7, 0.9, 0.97].map { MergeSuggestion(confidence: $0) }
    home.contacts = [.incomplete, .old()]
    return home
  }

  @Test func `BDG-01, BDG-15, NAT-14 · pairs and conflicts; the header counts the incomplete too`()
  {
    let contents = Self.busy().evaluation.contents
    #expect(HomePolicy.rin.badgeCount(of: contents) == 4)
    #expect(contents.count(.needsAttention) == 5)
  }

  @Test func `CNF-57 · home.tabBadgeCounts says what counts; none has no badge`() {
    var home = Self.busy()
    home.policy.tabBadgeCounts = .allItems
    #expect(home.policy.badgeCount(of: home.evaluation.contents) == 5)
    home.policy.tabBadgeCounts = nil
    #expect(home.policy.badgeCount(of: home.evaluation.contents) == 0)
  }

  @Test(arguments: [(0, nil), (1, "1"), (3, "3"), (99, "99"), (100, "99+"), (5_000, "99+")])
  func `BDG-03, BDG-04, BDG-05 · none, a number, 99+`(count: Int, text: String?) {
    #expect(TabBadge(count: count).text == text)
    #expect(TabBadge() == TabBadge(count: 0), "at first there is none")
  }

  @Test(arguments: [
    (TabBadge.Occasion.merged, "BDG-06" as RuleID), (.markedDistinct, "BDG-07"),
    (.resolvedConflict, "BDG-08"),
  ])
  func `BDG-06, BDG-07, BDG-08 · what the user decides counts at once`(
    occasion: TabBadge.Occasion, rule: RuleID
  ) {
    for connection in TabBadge.Connection.allCases {
      var badge = TabBadge(count: 4)
      #expect(badge.note(occasion, items: 3, while: connection).rule == rule)
      #expect(badge.count == 3)
    }
  }

  @Test(arguments: [(TabBadge.Occasion.skipped, "BDG-09" as RuleID), (.visitedHome, "BDG-10")])
  func `BDG-09, BDG-10 · Skip and a visit leave it`(occasion: TabBadge.Occasion, rule: RuleID) {
    for connection in TabBadge.Connection.allCases {
      var badge = TabBadge(count: 4)
      #expect(badge.note(occasion, items: 9, while: connection).rule == rule)
      #expect(badge.count == 4)
    }
  }

  @Test func `BDG-09 · a skipped pair still counts`() {
    var home = Self.busy()
    home.matters.suggestions[0].isSkipped = true
    #expect(home.policy.badgeCount(of: home.evaluation.contents) == 4)
  }

  @Test(arguments: [
    (TabBadge.Occasion.syncCompleted, "BDG-11" as RuleID), (.pushOfSuggestions, "BDG-12"),
    (.foregrounded, "BDG-13"),
  ])
  func `BDG-11, BDG-12, BDG-13 · a sync, a push and the foreground count anew`(
    occasion: TabBadge.Occasion, rule: RuleID
  ) {
    var badge = TabBadge(count: 4)
    let update = badge.note(occasion, items: 7, while: .atRest)
    #expect(update == .recounted(occasion) && update.rule == rule)
    #expect(badge.count == 7)
  }

  @Test func `BDG-13, BDG-14 · offline the cache is counted; while a sync runs nothing is`() {
    var badge = TabBadge(count: 4)
    #expect(badge.note(.foregrounded, items: 4, while: .offline) == .recounted(.foregrounded))
    let kept = badge.note(.foregrounded, items: 9, while: .syncing)
    #expect(kept == .kept(.foregrounded, .syncing) && kept.rule == "BDG-14")
    #expect(badge.count == 4)
    #expect(badge.note(.merged, items: 9, while: .syncing) == .decremented(.merged))
    #expect(badge.count == 3)
    var none = TabBadge()
    _ = none.note(.merged, items: 0, while: .syncing)
    #expect(none.count == 0)
  }

  @Test func `hiding the section leaves the badge`() {
    var home = Self.busy()
    home.shelf.hide(.needsAttention, .forGood(since: home.now))
    #expect(home.policy.badgeCount(of: home.evaluation.contents) == 4)
  }
}
