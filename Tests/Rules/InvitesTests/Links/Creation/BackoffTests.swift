import TestSupport
import Testing
import Vocabulary

@testable import Invites

@Suite("Links · how long their creation may take")
struct BackoffTests {
  @Test func `D-LNK-13 · at worst the design's error comes after 6.75 seconds`() {
    #expect(OfflinePolicy.design.longestCreation == .milliseconds(3 * 2_000 + 250 + 500))
    #expect(OfflinePolicy.design.longestCreation > .seconds(6))
    #expect(OfflinePolicy.rin.longestCreation == .seconds(10))
    #expect(OfflinePolicy.product.longestCreation == .seconds(10))
  }

  @Test func `D-LNK-11 · each wait is twice the one before, and half of it is left to chance`() {
    var policy = OfflinePolicy.design
    policy.createMaxRetries = 5
    let longest = (1...5).map { policy.longestWait(beforeRetry: $0).milliseconds }
    #expect(longest == [250, 500, 1_000, 2_000, 4_000])

    #expect(policy.longestWait(beforeRetry: 0) == .milliseconds(250), "the first is the shortest")
    policy.createBackoffFactor = nil
    #expect((0...5).allSatisfy { policy.longestWait(beforeRetry: $0) == .milliseconds(250) })
    policy.createBackoffFactor = 2

    var dice = SeededChance(seed: 6)
    for (place, most) in longest.enumerated() {
      let waits = (0..<4_000).map { _ in
        policy.createWait(beforeRetry: place + 1, using: &dice).milliseconds
      }
      #expect(waits.allSatisfy { (most / 2...most).contains($0) })
      #expect(Set(waits).count > 100)
      let mean = Double(waits.reduce(0, +)) / 4_000
      #expect(abs(mean - 0.75 * Double(most)) < 0.01 * Double(most))
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (250, 125), (251, 126)])
  func `D-LNK-11 · the shortest wait is half of the longest, and never less`(
    longest: Int64, least: Int64
  ) {
    var policy = OfflinePolicy.design
    policy.createBackoff = .milliseconds(longest)
    var dice = SeededChance(seed: 8)
    let waits = (0..<4_000).map { _ in
      policy.createWait(beforeRetry: 1, using: &dice).milliseconds
    }
    #expect(waits.min() == least)
    #expect(waits.max() == longest)
  }

  @Test func `The same seed waits the same`() {
    var one = SeededChance(seed: 6)
    var other = SeededChance(seed: 6)
    let waits = (1...4).map { OfflinePolicy.design.createWait(beforeRetry: $0, using: &one) }
    let again = (1...4).map { OfflinePolicy.design.createWait(beforeRetry: $0, using: &other) }
    #expect(waits == again)
    #expect(waits[0] != waits[1])
  }

  @Test func `Without a base there is no wait, and a huge one ends at a day`() {
    var dice = SeededChance(seed: 6)
    var policy = OfflinePolicy.rin
    policy.createMaxRetries = 3
    let before = dice.state
    #expect(policy.createWait(beforeRetry: 1, using: &dice) == .zero)
    #expect(dice.state == before, "nothing is left to chance")
    #expect(policy.longestCreation == .seconds(40))
    policy.createBackoff = .milliseconds(250)
    policy.createBackoffFactor = 1_000
    #expect(policy.longestWait(beforeRetry: 60) == .days(1))
  }

  /// Plays a creation whose requests all fail, `patience` after they were sent, on a clock.
  private func timeToError(
    failingAfter patience: Interval, under policy: OfflinePolicy, seed: UInt64
  ) -> Interval {
    var dice = SeededChance(seed: seed)
    var creation = LinkCreation()
    var elapsed = Interval.zero
    var action = creation.receive(.needed(cached: nil), under: policy, using: &dice)
    while true {
      switch action {
      case .request(let number, let timeout):
        elapsed = elapsed + min(timeout, patience)
        action = creation.receive(
          patience < timeout ? .failed(.network, number: number) : .timedOut(number: number),
          under: policy, using: &dice)
      case .wait(let wait, before: let number):
        elapsed = elapsed + wait
        action = creation.receive(.waited(number: number), under: policy, using: &dice)
      case .show, .showError, .openShareSheet, .giveUp, .stay:
        return elapsed
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `D-LNK-13 · no creation takes longer than the worst case, time-outs above 6 seconds`(
    seed: UInt64
  ) {
    let policy = OfflinePolicy.design
    let slow = timeToError(failingAfter: .days(1), under: policy, seed: seed)
    #expect(slow > .seconds(6))
    #expect(slow <= policy.longestCreation)
    let quick = timeToError(failingAfter: .milliseconds(10), under: policy, seed: seed)
    #expect(quick < .seconds(1))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `D-LNK-11, D-LNK-12 · whatever happens, no sheet without a link, no third retry`(
    seed: UInt64
  ) throws {
    var dice = SeededChance(seed: seed)
    var creation = LinkCreation()
    var asked = 0
    let code = try LinkFixture.code
    for _ in 0..<300 {
      let number = Int.random(
        in: max(1, creation.requests - 1)...creation.requests + 1, using: &dice)
      let events: [LinkCreation.Event] = [
        .needed(cached: nil), .failed(.network, number: number), .timedOut(number: number),
        .waited(number: number), .retryTapped, .shareTapped, .created(code, number: number),
      ]
      // Success is rare, so that failures have their day.
      let last = Int.random(in: 0..<20, using: &dice) == 0 ? 7 : 6
      let event = events[Int.random(in: 0..<last, using: &dice)]
      let before = creation.state
      let action = creation.receive(event, under: .design, using: &dice)
      if case .request = action {
        let isAsked = event == .retryTapped || event == .needed(cached: nil)
        asked = isAsked ? 1 : asked + 1
      }
      #expect(asked <= 3)
      if case .openShareSheet = action { #expect(before == .ready(code)) }
      #expect((creation.face == .ready) == (creation.state == .ready(code)))
    }
  }
}
