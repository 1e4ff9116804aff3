import TestSupport
import Testing
import Vocabulary

@testable import Attribution

@Suite("Matching · what a keeper of many clicks is told of a rule")
struct ShortlistTests {
  struct Need: Sendable, CustomTestStringConvertible {
    let matcher: MatcherName
    let signals: Signal.Set
    var testDescription: String { "\(matcher): \(signals)" }
  }

  static let needs = [
    Need(
      matcher: .ownService,
      signals: [.address, .platform, .osVersion, .model, .timeZone, .language]),
    Need(matcher: .dub, signals: .address),
    Need(matcher: .kochava, signals: .addressPrefix),
    // 700 of 1,000 points, of which the range has 400 and no other signal more than 300.
    Need(matcher: .linkForty, signals: .addressPrefix),
    // By night 600 points are enough, and no signal has more than 350.
    Need(matcher: .deferLink, signals: []),
    Need(matcher: .deferredDeeplinkSystem, signals: .address),
    Need(matcher: .singular, signals: []),
  ]

  @Test(arguments: needs)
  func `RES-25 · a rule names the signals that it cannot do without`(_ need: Need) {
    #expect(need.matcher.rule.indispensable == need.signals)
  }

  @Test(arguments: MatcherName.allCases)
  func `RES-25 · without one of them no click matches, with all others the same`(
    _ name: MatcherName
  ) {
    for signal in Signal.allCases where name.rule.indispensable.holds(signal) {
      for hour in 0..<24 as Range<Int64> {
        let launch = noon(100) + .hours(hour)
        let decision = name.rule.decide(
          [.click(1, at: launch - .minutes(1), by: .phone([signal: 7]))], at: launch)
        #expect(decision.match == nil, "\(signal), \(hour) hours after noon")
      }
    }
  }

  @Test func `RES-25 · a rule reaches no further than its score lasts`() {
    for name in MatcherName.allCases where name != .deferLink {
      #expect(name.rule.reach == name.rule.window, "\(name)")
    }
    #expect(MatchRule.deferLink.reach == .hours(4))
  }

  @Test func `RES-25 · a signal is dispensable where the rest reaches the threshold exactly`() {
    var rule = MatchRule(window: .days(1))
    rule.weights = [.address: 9_995, .model: 5]
    rule.threshold = MatchThreshold(1_000)
    #expect(rule.indispensable == [.address, .model], "999 thousandths are left without the model")
    rule.threshold = MatchThreshold(999)
    #expect(rule.indispensable == .address)
    rule.weights = [.address: 999, .model: 1]
    rule.threshold = MatchThreshold(1_000)
    #expect(rule.indispensable == [.address, .model])
    // Nothing decays below a threshold of nothing.
    rule.decay = .stepped(AgeSteps([(.hours(1), 1_000)], after: -1))
    rule.threshold = MatchThreshold(0)
    #expect(rule.reach == .days(1))
    rule.threshold = MatchThreshold(1)
    #expect(rule.reach == .hours(1))
  }

  @Test func `RES-25 · the stretch begins and ends to the millisecond`() {
    var clicks = Slabs<ClickFootprint>()
    for hour in 0..<40 as Range<Int64> {
      clicks.append(.click(UInt64(hour) + 1, at: noon(0) + .hours(hour)))
    }
    var rule = MatchRule(window: .hours(5))
    let launch = noon(0) + .hours(30)
    #expect(rule.stretch(of: clicks, launchedAt: launch) == 25..<31)
    #expect(rule.stretch(of: clicks, launchedAt: launch - .milliseconds(1)) == 25..<30)
    #expect(rule.stretch(of: clicks, launchedAt: launch + .milliseconds(1)) == 26..<31)
    #expect(rule.stretch(of: clicks, launchedAt: noon(-1)) == 0..<0)
    #expect(rule.stretch(of: clicks, launchedAt: noon(9)).isEmpty)
    rule.newestOnly = 2
    #expect(rule.stretch(of: clicks, launchedAt: launch) == 29..<31)
    rule.readsSignals = false
    #expect(rule.stretch(of: clicks, launchedAt: launch).isEmpty)
  }

  @Test func `RES-25 · devices that agree share a digest, and the unknown has none`() {
    let phone = DeviceSignals.phone()
    let signals: Signal.Set = [.address, .model]
    #expect(phone.digest(of: signals) == DeviceSignals.phone([.screen: 9]).digest(of: signals))
    #expect(phone.digest(of: signals) != DeviceSignals.phone([.model: 9]).digest(of: signals))
    #expect(DeviceSignals.phone([.model: 0]).digest(of: signals) == nil)
    let swapped = DeviceSignals.phone([.address: phone[.model], .model: phone[.address]])
    #expect(phone.digest(of: signals) != swapped.digest(of: signals))
  }
}
