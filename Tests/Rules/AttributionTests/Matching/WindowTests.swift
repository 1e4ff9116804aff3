import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Matching · which clicks exist for a first launch")
struct WindowTests {
  struct Age: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let age: Interval
    let isFound: Bool
  }

  static let rinAges = [
    Age(testDescription: "at the launch", age: .zero, isFound: true),
    Age(testDescription: "a day", age: .days(1), isFound: true),
    Age(testDescription: "7 days to the millisecond", age: .days(7), isFound: true),
    Age(
      testDescription: "7 days and a millisecond", age: .days(7) + .milliseconds(1), isFound: false),
    Age(testDescription: "clicked after the launch", age: .milliseconds(-1), isFound: false),
  ]

  @Test(arguments: rinAges)
  func `RES-09 · a click matches through the last millisecond of seven days`(_ example: Age) {
    let rule = DeferredPolicy.rin.rule(for: .rin)
    let decision = rule.decide([.click(1, at: noon(100) - example.age)])
    #expect((decision.match?.click == 1) == example.isFound)
  }

  @Test func `RES-09 · a click beyond the window is named as such while it is still kept`() {
    let decision = MatchRule.ownService.decide([.click(1, at: noon(92))], keptFor: .days(30))
    #expect(decision == .noMatch(because: .outsideWindow))
    #expect(decision.rule == "RES-09")
  }

  static let productAges = [
    Age(testDescription: "29 days", age: .days(29), isFound: true),
    Age(testDescription: "30 days to the millisecond", age: .days(30), isFound: true),
    Age(
      testDescription: "30 days and a millisecond", age: .days(30) + .milliseconds(1),
      isFound: false),
  ]

  @Test(arguments: productAges)
  func `P-DDL-05 · without a window a click matches for as long as it is kept`(_ example: Age) {
    #expect(AttributionPolicy.product.window == nil)
    let rule = DeferredPolicy.product.rule(for: .product)
    let decision = rule.decide(
      [.click(1, at: noon(100) - example.age)],
      keptFor: AttributionPolicy.product.clickRetention)
    #expect((decision.match != nil) == example.isFound)
  }

  @Test func `PRV-13 · a click past its retention decides as if it were not there`() {
    let late = ClickFootprint.click(1, at: noon(100) - .days(7) - .milliseconds(1))
    let unswept = MatchRule.ownService.decide([late], keptFor: .days(7))
    let swept = MatchRule.ownService.decide([], keptFor: .days(7))
    #expect(unswept == swept)
    #expect(swept == .noMatch(because: .noClick))

    // Nor does an unswept click rival, displace, or fill the places of the newest.
    let fresh = ClickFootprint.click(2, at: noon(99))
    for name in MatcherName.allCases {
      #expect(
        name.rule.decide([late, fresh], keptFor: .days(7))
          == name.rule.decide([fresh], keptFor: .days(7)), "\(name)")
    }
  }

  @Test(arguments: MatcherName.allCases)
  func `PRV-07 · no matcher reaches further back than clicks are kept`(_ name: MatcherName) {
    var attribution = AttributionPolicy.rin
    attribution.clickRetention = .minutes(2)
    var policy = DeferredPolicy.rin
    policy.matcher = name
    let rule = policy.rule(for: attribution)
    #expect(rule.window <= .minutes(2))

    let device = DeviceSignals.phone(token: 7)
    let beyond = noon(100) - .minutes(2) - .milliseconds(1)
    let decision = rule.decide(
      [.click(1, at: beyond, by: device)], on: device, keptFor: attribution.clickRetention)
    #expect(decision == .noMatch(because: .noClick))
    let inside = rule.decide(
      [.click(1, at: noon(100) - .minutes(2), by: device)], on: device,
      keptFor: attribution.clickRetention)
    #expect(inside.match?.click == 1)
  }

  @Test(arguments: MatcherName.allCases)
  func `RES-08 · where nothing was clicked nothing matches`(_ name: MatcherName) {
    let decision = name.rule.decide([])
    #expect(decision == .noMatch(because: .noClick))
    #expect(decision.rule == "RES-08")
    let stranger = DeviceSignals.phone([
      .address: 1, .addressPrefix: 1, .model: 1, .osVersion: 1, .screen: 1, .timeZone: 1,
      .locale: 1, .language: 1, .agent: 1, .engine: 1,
    ])
    #expect(name.rule.decide([.click(1, at: noon(99), by: stranger)]).match == nil)
  }
}
