import TestSupport
import Testing
import Vocabulary

@testable import Attribution

@Suite("Matching · the book of clicks")
struct ClickBookTests {
  /// A book, and beside it every click there ever was, all of which the rule is asked about.
  struct Pair {
    var book: ClickBook
    var all: [ClickFootprint] = []

    init(_ rule: MatchRule, keptFor retention: Interval) {
      book = ClickBook(rule: rule, keptFor: retention, forgetting: .asTimePasses)
    }

    mutating func record(_ click: ClickFootprint) {
      book.record(click)
      all.append(click)
    }

    /// The decisions of both for one launch.
    mutating func match(
      _ device: DeviceSignals, at launch: Instant
    ) -> (ofBook: MatchDecision, overAll: MatchDecision) {
      let rule = book.rule
      let decision = rule.match(
        device, launchedAt: launch, among: all.span, keptFor: book.retention)
      var span = all.mutableSpan
      rule.spend(decision, in: &span)
      return (book.match(device, launchedAt: launch), decision)
    }
  }

  @Test(arguments: [MatchRule.TokenReading.ignored, .whileKept])
  func `a flood of one link or device is looked at up to a limit`(token: MatchRule.TokenReading) {
    var rule = MatchRule.ownService
    rule.token = token
    var book = ClickBook(rule: rule, keptFor: .days(7))
    let device = DeviceSignals.phone(token: token == .ignored ? 0 : 7)
    let count = UInt64(ClickBook.mostLooks)
    for sequence in 1...count + 1_000 {
      book.record(.click(sequence, at: noon(0) + .seconds(Int64(sequence)), link: 7, by: device))
    }
    let found = book.contenders(for: device, launchedAt: noon(1))
    #expect(found.decision.match?.click == count + 1_000)
    #expect(found.clicks.count == ClickBook.mostLooks)
    // A launch before the flood has no click, and reads none of it: that would be a limit's worth.
    #expect(
      book.contenders(for: device, launchedAt: noon(0)).decision == .noMatch(because: .noClick))
    // An older click than those that are looked at decides nothing more.
    for sequence in 1_001...count + 1_000 { book.spend(sequence) }
    #expect(
      book.contenders(for: device, launchedAt: noon(1)).decision
        == .noMatch(because: .notAmongNewest))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `clicks that overtake each other by no more than the lateness change no decision`(
    seed: UInt64
  ) {
    var luck = SeededChance(seed: seed)
    let rule = MatchRule.ownService
    let lateness = Interval.hours(2)
    var book = ClickBook(
      rule: rule, keptFor: .days(7), lateness: lateness, forgetting: .asTimePasses)
    var all: [ClickFootprint] = []
    var matched = 0
    for sequence: UInt64 in 1...1_500 {
      let now = noon(0) + .minutes(Int64(sequence) * 20)
      let late = Interval.minutes(.random(in: 0...59, using: &luck))
      let click = ClickFootprint.click(
        sequence, at: now - late, by: .phone([.address: .random(in: 1...40, using: &luck)]))
      book.record(click)
      all.append(click)
      let device = DeviceSignals.phone([.address: .random(in: 1...40, using: &luck)])
      let launch = now - .minutes(.random(in: 0...59, using: &luck))
      let expected = rule.match(device, launchedAt: launch, among: all.span, keptFor: .days(7))
      let found = book.contenders(for: device, launchedAt: launch)
      #expect(found.decision.match == expected.match)
      #expect(found.clicks.allSatisfy { $0.at <= launch && launch - $0.at <= .days(7) })
      if expected.match != nil { matched += 1 }
    }
    #expect(matched > 1_000 && book.click(1) == nil)
  }

  @Test(arguments: [nil, 12] as [Int?], [MatchRule.Choice.newest, .bestScore])
  func `PRV-13 · a launch that is reported late is decided over the clicks that are kept by then`(
    newestOnly: Int?, choice: MatchRule.Choice
  ) {
    var luck = SeededChance(seed: 8)
    var rule = MatchRule.ownService
    rule.newestOnly = newestOnly
    rule.choice = choice
    var books = ClickBook.Forgetting.allCases.map {
      ClickBook(rule: rule, keptFor: .days(7), forgetting: $0)
    }
    var all: [ClickFootprint] = []
    var met: [String: Int] = [:]
    for sequence: UInt64 in 1...1_500 {
      let now = noon(0) + .hours(Int64(sequence))
      let click = ClickFootprint.click(
        sequence, at: now,
        by: .phone([.address: .random(in: 1...90, using: &luck)], token: luck.next() % 99))
      for index in books.indices { books[index].record(click) }
      all.append(click)
      let device = DeviceSignals.phone(
        [.address: .random(in: 1...90, using: &luck)], token: luck.next() % 99)
      let launch = now - .hours(.random(in: 0...400, using: &luck))
      let kept = all.filter { now - $0.at <= .days(7) }
      let expected = rule.match(device, launchedAt: launch, among: kept.span, keptFor: .days(7))
      for index in books.indices {
        let found = books[index].contenders(for: device, launchedAt: launch, at: now)
        #expect(found.decision == expected, "click \(sequence)")
      }
      met["\(expected.match.map { "\($0.basis)" } ?? "none")", default: 0] += 1
    }
    #expect(met.values.allSatisfy { $0 > 20 } && met.count >= 2, "\(met)")
  }

  @Test func `a click and a launch of a wrong clock cost no other click`() {
    var book = ClickBook(rule: .ownService, keptFor: .days(7))
    for sequence: UInt64 in 1...3_000 {
      book.record(.click(sequence, at: noon(0), by: .phone([.address: UInt32(sequence)])))
    }
    let phone = DeviceSignals.phone([.address: 9_999])
    book.record(.click(3_001, at: noon(4_000), by: phone))
    _ = book.contenders(for: phone, launchedAt: noon(4_000))
    #expect(book.clicks(after: noon(1)).map(\.sequence) == [3_001])
    #expect(book.latest(until: noon(1)) == noon(0) && book.latest(until: noon(-1)) == nil)
    var moved = book.clicks(after: noon(1))[0]
    moved.at = noon(1)
    book.replace(moved)
    #expect(book.newest == noon(1))
    book.record(.click(3_002, at: noon(2), by: phone))
    for address: UInt32 in [1, 3_000, 9_999] {
      let found = book.contenders(for: .phone([.address: address]), launchedAt: noon(2))
      #expect(found.decision.match != nil, "\(address)")
    }
    // A sweep takes what is due.
    book.forget(at: noon(8))
    #expect(book.click(3_000) == nil && book.click(3_001) != nil)
  }

  @Test(arguments: [Interval.zero, .hours(2)])
  func `the newest moment follows clicks that are moved, back and forth`(lateness: Interval) {
    var book = ClickBook(rule: .ownService, keptFor: .days(7), lateness: lateness)
    let clicks = (1...3 as ClosedRange<UInt64>).map {
      ClickFootprint.click($0, at: noon(Int64($0)), by: .phone([.address: 1]))
    }
    for click in clicks { book.record(click) }
    for click in clicks.dropFirst() {
      var moved = click
      moved.at = noon(1)
      book.replace(moved)
    }
    #expect(book.newest == noon(1))
    for click in clicks.dropFirst().reversed() { book.replace(click) }
    #expect(book.newest == noon(3))
  }

  /// A device of few values, so that many agree; some signals are unknown, some addresses shared.
  static func device(using luck: inout SeededChance) -> DeviceSignals {
    var device = DeviceSignals()
    for signal in Signal.allCases {
      let isUnknown = Int.random(in: 0..<20, using: &luck) == 0
      device[signal] = isUnknown ? 0 : .random(in: 1...2, using: &luck)
    }
    device[.address] = .random(in: 1...6, using: &luck)
    device[.addressPrefix] = (device[.address] + 1) / 2
    device.isAddressShared = device[.address] == 1
    let hasToken = Int.random(in: 0..<6, using: &luck) == 0
    device.token = hasToken ? .random(in: 1...8, using: &luck) : 0
    return device
  }

  /// Lets clicks and launches alternate and returns how often each decision was met.
  static func compare(
    _ rule: MatchRule, keptFor retention: Interval, pace: Interval, seed: UInt64, turns: Int = 400
  ) -> [String: Int] {
    var luck = SeededChance(seed: seed)
    var pair = Pair(rule, keptFor: retention)
    var met: [String: Int] = [:]
    var now = noon(0)
    for turn in 1...turns {
      now = now + .milliseconds(.random(in: 0...pace.milliseconds, using: &luck))
      if Int.random(in: 0..<3, using: &luck) > 0 {
        pair.record(
          ClickFootprint(
            sequence: UInt64(turn), at: now, link: .random(in: 1...3, using: &luck),
            visitor: .random(in: 0...2, using: &luck), signals: device(using: &luck)))
      } else {
        let (ofBook, overAll) = pair.match(device(using: &luck), at: now)
        #expect(ofBook == overAll, "turn \(turn)")
        switch overAll {
        case .matched: met["matched", default: 0] += 1
        case .ambiguous: met["ambiguous", default: 0] += 1
        case .noMatch(let reason): met["\(reason)", default: 0] += 1
        }
      }
    }
    return met
  }

  @Test(arguments: MatcherName.allCases)
  func `RES-25 · the book decides as the rule does over all clicks`(_ name: MatcherName) {
    var rule = name.rule
    if rule.newestOnly != nil { rule.newestOnly = 12 }
    for (seed, divisor) in [(1, 4), (2, 40), (3, 400)] as [(UInt64, Int64)] {
      let pace = Interval.milliseconds(rule.window.milliseconds / divisor)
      let met = Self.compare(rule, keptFor: rule.window * 2, pace: pace, seed: seed)
      #expect(!met.isEmpty)
      if divisor == 40, name != .singular { #expect((met["matched"] ?? 0) > 0, "\(met)") }
    }
  }

  @Test func `RES-25 · so it does under rules of all kinds`() {
    var luck = SeededChance(seed: 11)
    var met: [String: Int] = [:]
    func oneIn(_ most: Int) -> Bool { Int.random(in: 0..<most, using: &luck) == 0 }
    func some(of least: Int) -> Signal.Set {
      Signal.Set(
        rawValue: .random(in: 0..<1 << 13, using: &luck)
          & .random(in: 0..<1 << 13, using: &luck) & (oneIn(least) ? .max : 0x1F))
    }
    for seed in 0..<120 {
      var rule = MatchRule(window: .minutes(.random(in: 1...200, using: &luck)))
      rule.required = oneIn(3) ? [] : some(of: 2)
      rule.requiredOfRivals = oneIn(3) ? some(of: 2) : []
      rule.choice = MatchRule.Choice.allCases.randomElement(using: &luck) ?? .newest
      rule.rivalry = MatchRule.Rivalry.allCases.randomElement(using: &luck) ?? .link
      rule.spendsClicks = oneIn(2)
      rule.trustsSharedAddresses = oneIn(2)
      rule.newestOnly = oneIn(3) ? .random(in: 1...30, using: &luck) : nil
      rule.token =
        [.ignored, .whileKept, .within(.minutes(30))].randomElement(using: &luck) ?? .ignored
      if oneIn(2) {
        for signal in Signal.allCases where oneIn(3) {
          rule.weights[signal] = .random(in: 1...300, using: &luck)
        }
        rule.bonus = oneIn(2) ? some(of: 1) : []
        rule.threshold = MatchThreshold(.random(in: 300...950, using: &luck))
        rule.threshold.byDay = oneIn(3) ? 100 : 0
        rule.threshold.ifTelling = oneIn(3) ? 100 : 0
        rule.threshold.telling = rule.weights
        rule.decay =
          [
            .none, .linear(lost: 300),
            .stepped(AgeSteps([(.minutes(5), 900), (.minutes(60), 700)], after: 300)),
          ].randomElement(using: &luck) ?? .none
      }
      let pace = Interval.seconds(.random(in: 1...600, using: &luck))
      met.merge(
        Self.compare(
          rule, keptFor: .minutes(150), pace: pace, seed: UInt64(seed), turns: 120),
        uniquingKeysWith: +)
    }
    // Every decision that a rule can come to was met, so every one was compared.
    let reasons = NoMatch.allCases.filter { $0 != .lost && $0 != .noToken }.map { "\($0)" }
    for outcome in reasons + ["matched", "ambiguous"] {
      #expect((met[outcome] ?? 0) > 0, "\(outcome) was never met")
    }
  }

  @Test(arguments: [Interval.zero, .hours(2)])
  func `PRV-13 · a click is there at a report to the last millisecond of its time`(
    lateness: Interval
  ) {
    let phone = DeviceSignals.phone([.address: 7])
    for forgetting in ClickBook.Forgetting.allCases {
      for (over, isFound) in [(Interval.zero, true), (.milliseconds(1), false)] {
        var book = ClickBook(
          rule: .ownService, keptFor: .days(7), lateness: lateness, forgetting: forgetting)
        book.record(.click(1, at: noon(0), by: phone))
        let now = noon(7) + lateness + over
        let found = book.contenders(for: phone, launchedAt: noon(1), at: now)
        #expect((found.decision.match != nil) == isFound)
      }
    }
  }

  @Test func `the reason for no match is that of the closest click, at every edge`() {
    func reason(
      _ rule: MatchRule, _ clicks: [ClickFootprint], on device: DeviceSignals = .phone()
    ) -> NoMatch? {
      var book = ClickBook(rule: rule, keptFor: .days(7))
      for click in clicks { book.record(click) }
      let found = book.contenders(for: device, launchedAt: noon(7)).decision
      #expect(
        found == rule.match(device, launchedAt: noon(7), among: clicks.span, keptFor: .days(7)))
      guard case .noMatch(because: let reason) = found else { return nil }
      return reason
    }
    let other = DeviceSignals.phone([.model: 9])
    let longest = MatchRule.ownService
    #expect(longest.window == .days(7))
    #expect(reason(longest, [.click(1, at: noon(0), by: other)]) == .signalsDiffer)
    #expect(reason(longest, [.click(1, at: noon(0) - .milliseconds(1), by: other)]) == .noClick)
    var shorter = longest
    shorter.window = .days(5)
    #expect(reason(shorter, [.click(1, at: noon(0), by: other)]) == .outsideWindow)
    #expect(reason(shorter, [.click(1, at: noon(2), by: other)]) == .signalsDiffer)
    var strict = longest
    strict.trustsSharedAddresses = false
    var shared = DeviceSignals.phone()
    shared.isAddressShared = true
    let clicks = [ClickFootprint.click(1, at: noon(5)), .click(2, at: noon(6), by: other)]
    #expect(reason(strict, clicks, on: shared) == .sharedAddress)
    strict.required.subtract(.network)
    let far = [ClickFootprint.click(1, at: noon(5), by: other), .click(2, at: noon(6), by: other)]
    #expect(reason(strict, far, on: shared) == .signalsDiffer)
  }

  @Test func `clicks are found by their numbers, as many as are kept`() {
    var book = ClickBook(rule: .ownService, keptFor: .hours(9), forgetting: .asTimePasses)
    for number: UInt64 in 1...20 {
      book.record(.click(number * 10, at: noon(0) + .hours(Int64(number))))
    }
    func numbers(_ range: ClosedRange<UInt64>) -> [UInt64] {
      book.clicks(numbered: range).map(\.sequence)
    }
    #expect(numbers(125...155) == [130, 140, 150])
    #expect(numbers(130...150) == [130, 140, 150])
    #expect(numbers(0...120) == [110, 120], "older ones are dropped")
    #expect(numbers(195...900) == [200] && numbers(201...900).isEmpty)
    #expect(numbers(131...139).isEmpty)
    #expect(book.click(110)?.sequence == 110)
    #expect(book.clicks(after: noon(0) + .hours(19)).map(\.sequence) == [200])
    #expect(book.clicks(after: noon(0) + .hours(20)).isEmpty)
    #expect(book.click(120) != nil && book.click(125) == nil && book.click(900) == nil)
  }

  @Test func `once all clicks are dropped, none is the newest kept, and their last time is known`()
  {
    var book = ClickBook(rule: .ownService, keptFor: .hours(1))
    let last = noon(0) + .milliseconds(Int64(Slabs<ClickFootprint>.size))
    for sequence in 1...UInt64(Slabs<ClickFootprint>.size) {
      book.record(.click(sequence, at: noon(0) + .milliseconds(Int64(sequence))))
    }
    #expect(book.newestKept?.at == last)
    book.forget(at: noon(2))
    #expect(book.newestKept == nil)
    #expect(book.latest(until: noon(3)) == last)
    book.takeBackNewest()
    #expect(book.newestKept == nil && book.newest == last - .milliseconds(1))
  }

  @Test(arguments: [-1, 0, 1])
  func `the clicks after a moment are all there, where they fill a slab or just do not`(
    beyond: Int
  ) {
    let count = UInt64(2 * Slabs<ClickFootprint>.size + beyond)
    var book = ClickBook(rule: .ownService, keptFor: .days(30))
    for sequence in 1...count {
      book.record(.click(sequence, at: noon(0) + .milliseconds(Int64(sequence))))
    }
    #expect(book.clicks(after: noon(0)).map(\.sequence) == Array(1...count))
    let last = noon(0) + .milliseconds(Int64(count))
    #expect(book.clicks(after: last - .milliseconds(1)).map(\.sequence) == [count])
    #expect(book.clicks(after: last).isEmpty)
  }

  @Test func `where clicks are late, the newest moment may be that of the first`() {
    var book = ClickBook(rule: .ownService, keptFor: .days(7), lateness: .hours(2))
    let moments = [noon(1), noon(1) - .minutes(30), noon(1) - .minutes(50)]
    for (place, moment) in moments.enumerated() {
      book.record(.click(UInt64(place) + 1, at: moment))
    }
    var later = book.clicks(after: noon(0))[2]
    later.at = noon(1) + .minutes(5)
    book.replace(later)
    #expect(book.newest == noon(1) + .minutes(5))
    later.at = moments[2]
    book.replace(later)
    #expect(book.newest == noon(1))
  }

  @Test(arguments: [false, true])
  func `the clicks on some links are those that are kept of them, in order`(areTokens: Bool) {
    var luck = SeededChance(seed: 5)
    var book = ClickBook(rule: .ownService, keptFor: .hours(40), forgetting: .asTimePasses)
    var all: [ClickFootprint] = []
    for sequence: UInt64 in 1...5_000 {
      // Numbers as large as codes are, and many links.
      let link = UInt64.random(in: 1...300, using: &luck) &* 0x1_0000_0001
      var signals = DeviceSignals()
      signals.token = areTokens ? link : 0
      var click = ClickFootprint(
        sequence: sequence, at: noon(0) + .minutes(Int64(sequence)), link: link, signals: signals)
      book.record(click)
      if sequence % 7 == 0 {
        click = click.erased
        book.replace(click)
      }
      all.append(click)
    }
    let kept = all.filter { book.click($0.sequence) != nil }
    #expect((2_000..<3_000).contains(kept.count))
    for most: UInt64 in [0, 1, 20, 400] {
      let links = Set((0..<most).map { ($0 + 1) &* 0x1_0000_0001 })
      #expect(book.clicks(onLinks: links) == kept.filter { links.contains($0.link) })
    }
  }
}
