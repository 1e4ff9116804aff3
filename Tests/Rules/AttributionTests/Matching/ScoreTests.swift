import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Matching · scores that fade")
struct ScoreTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let age: Interval
    let score: Int?
  }

  static let faded = [
    Example(testDescription: "at once", age: .zero, score: 1_000),
    Example(testDescription: "after half the window", age: .hours(12), score: 857),
    Example(testDescription: "after all of it", age: .hours(24), score: 714),
  ]

  @Test(arguments: faded)
  func `RES-25 · deferred-deeplink-system takes 0.3 off by the end of the window`(
    _ example: Example
  ) {
    // (1.05 − 0.3 × age / window) / 1.05, the version of the system agreeing.
    let match = MatchRule.deferredDeeplinkSystem.decide([.click(1, at: noon(100) - example.age)])
    #expect(match.match?.score == example.score)
  }

  @Test func `RES-25 · a score is in whole thousandths, rounded down`() {
    var rule = MatchRule(window: .days(1))
    rule.weights = [.address: 9_995, .model: 5]
    rule.threshold = MatchThreshold(0)
    let other = DeviceSignals.phone([.model: 9])
    #expect(rule.decide([.click(1, at: noon(100), by: other)]).match?.score == 999)
    #expect(rule.decide([.click(1, at: noon(100))]).match?.score == 1_000)
    let stranger = DeviceSignals.phone([.address: 9, .model: 9])
    #expect(rule.decide([.click(1, at: noon(100), by: stranger)]).match?.score == 0)
  }

  @Test func `RES-25 · a spent click keeps its token under a rule that spends none`() {
    var click = ClickFootprint.click(1, at: noon(99), by: .phone(token: 5))
    click.isSpent = true
    for (rule, isFound) in [(MatchRule.dub, true), (.ownService, false)] {
      #expect((rule.decide([click], on: .phone(token: 5)).match?.click == 1) == isFound)
    }
  }

  @Test func `RES-25 · a version that differs leaves the whole as well as the sum`() {
    // (1.00 − 0.15) / 1.00 at half the window.
    let other = DeviceSignals.phone([.osVersion: 9])
    let decision = MatchRule.deferredDeeplinkSystem.decide(
      [.click(1, at: noon(100) - .hours(12), by: other)])
    #expect(decision.match?.score == 850)
  }

  static let stepped = [
    Example(testDescription: "under 10 seconds", age: .milliseconds(9_999), score: nil),
    Example(testDescription: "10 seconds, at night", age: .seconds(10), score: 600),
    Example(testDescription: "30 seconds", age: .seconds(30), score: 1_000),
    Example(testDescription: "10 minutes", age: .minutes(10), score: 1_000),
    Example(testDescription: "an hour", age: .hours(1), score: 900),
    Example(testDescription: "4 hours", age: .hours(4), score: 700),
    Example(testDescription: "beyond", age: .hours(4) + .milliseconds(1), score: nil),
  ]

  @Test(arguments: stepped)
  func `RES-25 · DeferLink mistrusts the very quick and the slow`(_ example: Example) {
    let night = noon(100) + .hours(10)
    let decision = MatchRule.deferLink.decide([.click(1, at: night - example.age)], at: night)
    #expect(decision.match?.score == example.score)
  }

  @Test func `RES-25 · DeferLink's threshold is lower by night and higher for the silent`() {
    // Telling all it could: 0.70 + 0.05 − 0.05 by day, 0.70 − 0.05 − 0.05 by night.
    let other = DeviceSignals.phone([.timeZone: 9])  // 0.65 of the weights
    func finds(_ click: DeviceSignals, on device: DeviceSignals = .phone(), at hour: Int64) -> Bool
    {
      let launch = noon(100) - .hours(12) + .hours(hour)
      return MatchRule.deferLink.decide(
        [.click(1, at: launch - .minutes(5), by: click)], on: device, at: launch
      ).match != nil
    }
    #expect(!finds(other, at: 9))
    #expect(!finds(other, at: 21))
    #expect(finds(other, at: 8))
    #expect(finds(other, at: 22))
    // With the time zone and nothing else it tells 0.3, and the threshold goes up instead of down.
    let silent = DeviceSignals.phone([
      .screen: 0, .language: 0, .model: 0, .agent: 0,
    ])
    #expect(!finds(.phone(), on: silent, at: 22))
  }

  @Test func `RES-25 · the better score wins, and of equal scores the newer click`() {
    let weak = DeviceSignals.phone([.screen: 9])
    let clicks: [ClickFootprint] = [
      .click(1, at: noon(97)), .click(2, at: noon(98)), .click(3, at: noon(99), by: weak),
    ]
    let match = MatchRule.linkForty.decide(clicks).match
    #expect(match?.click == 2)
    #expect(match?.score == 1_000)
    #expect(match?.competing == 2)
    #expect(MatchRule.linkForty.decide([clicks[2]]).match?.score == 900)
  }

  @Test func `RES-25 · Kochava ranks address and agent above address above range`() {
    let range = DeviceSignals.phone([.address: 9])
    let address = DeviceSignals.phone([.agent: 9])
    let clicks: [ClickFootprint] = [
      .click(1, at: noon(97)), .click(2, at: noon(98), by: address),
      .click(3, at: noon(99), by: range),
    ]
    #expect(MatchRule.kochava.decide(clicks).match?.click == 1)
    #expect(MatchRule.kochava.decide(Array(clicks.dropFirst())).match?.click == 2)
    #expect(MatchRule.kochava.decide([clicks[2]]).match?.score == 500)
  }
}
