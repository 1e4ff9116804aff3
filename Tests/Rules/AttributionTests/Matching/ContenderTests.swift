import TestSupport
import Testing
import Vocabulary

@testable import Attribution

@Suite("ATT-18 · all links that reached one recipient compete")
struct ContenderTests {
  static func book(
    _ clicks: [ClickFootprint], under rule: MatchRule = .ownService
  ) -> ClickBook {
    var book = ClickBook(rule: rule, keptFor: .days(30), forgetting: .asTimePasses)
    for click in clicks { book.record(click) }
    return book
  }

  static func sequences(
    _ book: ClickBook, on device: DeviceSignals = .phone(), at launch: Instant = noon(5)
  ) -> [UInt64] {
    var book = book
    return book.contenders(for: device, launchedAt: launch).clicks.map(\.sequence).sorted()
  }

  @Test func `the clicks of one device compete, those of others and after the launch do not`() {
    let book = Self.book([
      .click(1, at: noon(0)), .click(2, at: noon(1), by: .phone([.model: 9])),
      .click(3, at: noon(2)), .click(4, at: noon(6)),
    ])
    #expect(Self.sequences(book) == [1, 3])
    #expect(Self.sequences(book, at: noon(7) + .milliseconds(1)) == [3, 4])
  }

  @Test func `a rule that chooses by itself leaves nothing to compete`() {
    for choice in [MatchRule.Choice.bestScore, .firstFound] {
      var rule = MatchRule.ownService
      rule.choice = choice
      #expect(
        Self.sequences(Self.book([.click(1, at: noon(0)), .click(2, at: noon(1))], under: rule))
          .count == 1)
    }
    var rule = MatchRule.ownService
    rule.choice = .onlyOne
    #expect(
      Self.sequences(Self.book([.click(1, at: noon(0)), .click(2, at: noon(1))], under: rule)) == []
    )
  }

  @Test func `what a rule chooses by itself competes alone, and it is the chosen click`() {
    var rule = MatchRule.ownService
    rule.choice = .bestScore
    rule.required = .address
    rule.weights = [.model: 1, .screen: 1]
    rule.threshold = MatchThreshold(500)
    let book = Self.book(
      [
        .click(1, at: noon(0)), .click(2, at: noon(1), by: .phone([.screen: 9])),
        .click(3, at: noon(2), by: .phone([.model: 9])),
      ], under: rule)
    #expect(Self.sequences(book) == [1])
  }

  @Test func `where rivals need more to agree, one rival is enough to ask for it`() {
    var rule = MatchRule(window: .days(7))
    rule.required = .address
    rule.requiredOfRivals = .screen
    let odd = DeviceSignals.phone([.screen: 9])
    #expect(Self.sequences(Self.book([.click(1, at: noon(0), by: odd)], under: rule)) == [1])
    let book = Self.book(
      [.click(1, at: noon(0)), .click(2, at: noon(1)), .click(3, at: noon(2), by: odd)],
      under: rule)
    #expect(Self.sequences(book) == [1, 2])
  }

  @Test func `a rival that is ruled out stays out where one click is left`() {
    var rule = MatchRule(window: .days(7))
    rule.required = .address
    rule.requiredOfRivals = .screen
    let odd = DeviceSignals.phone([.screen: 9])
    for (first, second) in [(odd, DeviceSignals.phone()), (.phone(), odd)] {
      let book = Self.book(
        [.click(1, at: noon(0), by: first), .click(2, at: noon(1), by: second)], under: rule)
      #expect(Self.sequences(book) == [first == odd ? 2 : 1])
    }
  }

  @Test func `where a token decides, the clicks that carry it compete`() {
    let known = DeviceSignals.phone(token: 77)
    let book = Self.book([
      .click(1, at: noon(0), by: known), .click(2, at: noon(1)), .click(3, at: noon(2), by: known),
    ])
    #expect(Self.sequences(book, on: known) == [1, 3])
  }

  @Test func `a click that is spent or erased competes no more`() throws {
    var book = Self.book([.click(1, at: noon(0)), .click(2, at: noon(1)), .click(3, at: noon(2))])
    book.spend(2)
    book.replace(try #require(book.click(3)).erased)
    #expect(Self.sequences(book) == [1])
    #expect(book.click(3)?.link == 0)
    let blank = ClickFootprint.click(4, at: noon(3)).erased
    #expect(blank.isErased && blank.signals == DeviceSignals())
  }

  @Test func `a click with a token that is taken back leads nowhere`() {
    let known = DeviceSignals.phone(token: 77)
    var book = Self.book([.click(1, at: noon(0), by: known), .click(2, at: noon(1), by: known)])
    book.takeBackNewest()
    book.record(.click(3, at: noon(1), by: .phone(token: 5)))
    #expect(Self.sequences(book, on: known) == [1])
    #expect(book.contenders(for: known, launchedAt: noon(5)).decision.match?.click == 1)
  }

  @Test func `a click that is taken back was never there`() {
    var luck = SeededChance(seed: 3)
    let rule = MatchRule.ownService
    var book = ClickBook(rule: rule, keptFor: .days(7), forgetting: .asTimePasses)
    var all: [ClickFootprint] = []
    for sequence: UInt64 in 1...600 {
      let click = ClickFootprint.click(
        sequence, at: noon(0) + .hours(Int64(sequence)),
        by: .phone([.model: UInt32(luck.next() % 5)]))
      book.record(click)
      if luck.next() % 3 == 0 {
        book.takeBackNewest()
      } else {
        all.append(click)
      }
      let device = DeviceSignals.phone([.model: UInt32(luck.next() % 5)])
      let expected = rule.match(
        device, launchedAt: click.at, among: all.span, keptFor: .days(7))
      #expect(book.contenders(for: device, launchedAt: click.at).decision == expected)
    }
  }
}
