import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Matching · the documented rules of the field")
struct PresetTests {
  struct Reach: Sendable, CustomTestStringConvertible {
    let matcher: MatcherName
    let reach: Interval
    var testDescription: String { "\(matcher): \(reach)" }
  }

  static let windows = [
    Reach(matcher: .ownService, reach: .days(7)), Reach(matcher: .branch, reach: .hours(2)),
    Reach(matcher: .branchUnique, reach: .hours(2)), Reach(matcher: .adjust, reach: .hours(6)),
    Reach(matcher: .appsFlyer, reach: .hours(24)), Reach(matcher: .kochava, reach: .days(7)),
    Reach(matcher: .solarEngine, reach: .hours(24)), Reach(matcher: .firebase, reach: .hours(1)),
    Reach(matcher: .grovs, reach: .minutes(5)), Reach(matcher: .dub, reach: .hours(1)),
    Reach(matcher: .linkForty, reach: .hours(168)),
    // Four hours, not 48: from then on its factor for age is 0.4.
    Reach(matcher: .deferLink, reach: .hours(4)),
    Reach(matcher: .deferredDeeplinkSystem, reach: .hours(24)),
  ]

  @Test(arguments: windows)
  func `RES-25 · the same phone is found through the window, and not a millisecond later`(
    _ example: Reach
  ) {
    let rule = example.matcher.rule
    #expect(rule.decide([.click(1, at: noon(100) - example.reach)]).match?.click == 1)
    let late = noon(100) - example.reach - .milliseconds(1)
    #expect(rule.decide([.click(1, at: late)]).match == nil)
  }

  static let tokens = [
    Reach(matcher: .ownService, reach: .days(7)), Reach(matcher: .adjust, reach: .days(7)),
    Reach(matcher: .appsFlyer, reach: .days(7)), Reach(matcher: .singular, reach: .days(7)),
    Reach(matcher: .solarEngine, reach: .days(7)), Reach(matcher: .kochava, reach: .days(30)),
  ]

  @Test(arguments: tokens)
  func `RES-25 · a token reaches as far as its own window`(_ example: Reach) {
    let device = DeviceSignals.phone([.address: 1, .addressPrefix: 1], token: 5)
    let holder = DeviceSignals.phone(token: 5)
    for (age, isFound) in [(example.reach, true), (example.reach + .milliseconds(1), false)] {
      let decision = example.matcher.rule.decide(
        [.click(1, at: noon(100) - age, by: holder)], on: device, keptFor: .days(90))
      #expect((decision.match?.basis == .token) == isFound)
    }
  }

  struct Difference: Sendable, CustomTestStringConvertible {
    let matcher: MatcherName
    let signal: Signal
    let isFound: Bool
    var testDescription: String { "\(matcher), another \(signal): \(isFound)" }
  }

  static let differences = [
    Difference(matcher: .ownService, signal: .address, isFound: false),
    Difference(matcher: .ownService, signal: .model, isFound: false),
    Difference(matcher: .ownService, signal: .osVersion, isFound: false),
    Difference(matcher: .ownService, signal: .timeZone, isFound: false),
    Difference(matcher: .ownService, signal: .language, isFound: false),
    Difference(matcher: .ownService, signal: .locale, isFound: true),
    Difference(matcher: .ownService, signal: .screen, isFound: true),
    Difference(matcher: .dub, signal: .address, isFound: false),
    Difference(matcher: .dub, signal: .model, isFound: true),
    Difference(matcher: .dub, signal: .platform, isFound: true),
    Difference(matcher: .grovs, signal: .engine, isFound: false),
    Difference(matcher: .grovs, signal: .screen, isFound: true),
    Difference(matcher: .kochava, signal: .address, isFound: true),
    Difference(matcher: .kochava, signal: .addressPrefix, isFound: false),
    Difference(matcher: .linkForty, signal: .addressPrefix, isFound: false),
    Difference(matcher: .linkForty, signal: .agent, isFound: true),
    Difference(matcher: .linkForty, signal: .address, isFound: true),
    Difference(matcher: .deferLink, signal: .address, isFound: true),
    Difference(matcher: .deferLink, signal: .timeZone, isFound: false),
    Difference(matcher: .deferredDeeplinkSystem, signal: .address, isFound: false),
    Difference(matcher: .deferredDeeplinkSystem, signal: .osVersion, isFound: true),
  ]

  @Test func `RES-25 · where an address is required, another one fails as such, not by its score`()
  {
    let rule = MatcherName.deferredDeeplinkSystem.rule
    let other = DeviceSignals.phone([.address: 9])
    #expect(
      rule.decide([.click(1, at: noon(100) - .minutes(4), by: other)])
        == .noMatch(because: .signalsDiffer))
  }

  @Test(arguments: differences)
  func `RES-25 · each rule cares about its own signals`(_ example: Difference) {
    let other = DeviceSignals.phone([example.signal: 9])
    let decision = example.matcher.rule.decide(
      [.click(1, at: noon(100) - .minutes(4), by: other)])
    #expect((decision.match != nil) == example.isFound)
  }

  @Test func `RES-25 · Grovs asks for more only when browsers collide, and then for all of it`() {
    let at = noon(100) - .minutes(1)
    let otherScreen = DeviceSignals.phone([.screen: 9])
    let alone: [ClickFootprint] = [.click(1, at: at, visitor: 1, by: otherScreen)]
    #expect(MatchRule.grovs.decide(alone).match?.click == 1)
    let collision = alone + [.click(2, at: at, visitor: 2)]
    #expect(MatchRule.grovs.decide(collision).match?.click == 2)
    let hopeless = alone + [.click(2, at: at, visitor: 2, by: .phone([.graphics: 9]))]
    #expect(MatchRule.grovs.decide(hopeless) == .ambiguous(candidates: 2))
  }

  @Test func `RES-25 · LinkForty looks at the newest thousand clicks over all links`() {
    let mine = ClickFootprint.click(1, at: noon(99))
    let strangers: [ClickFootprint] = (2...1_001).map {
      .click($0, at: noon(99) + .minutes(1), by: .phone([.addressPrefix: 9, .agent: 9]))
    }
    #expect(MatchRule.linkForty.decide([mine] + strangers.dropLast()).match?.click == 1)
    #expect(
      MatchRule.linkForty.decide([mine] + strangers).match == nil)
    // Clicks that came after the launch do not take a place.
    let later = strangers.map { ClickFootprint.click($0.sequence, at: noon(101)) }
    #expect(MatchRule.linkForty.decide(later + [mine]).match?.click == 1)
  }

  @Test func `RES-25 · LinkForty gives no points for an address that many share`() {
    var shared = DeviceSignals.phone()
    shared.isAddressShared = true
    #expect(
      MatchRule.linkForty.decide([.click(1, at: noon(99), by: shared)])
        == .noMatch(because: .scoreTooLow))
    var strict = MatchRule.ownService
    strict.trustsSharedAddresses = false
    #expect(
      strict.decide([.click(1, at: noon(99), by: shared)]) == .noMatch(because: .sharedAddress))
  }

  @Test func `RES-25 · Dub takes a link without regard to time, and of it the newest click`() {
    let fresh = noon(100) - .minutes(9)
    func found(_ links: [UInt64]) -> MatchDecision.Match? {
      MatchRule.dub.decide(
        links.enumerated().map { .click(UInt64($0 + 1), at: fresh + .minutes(Int64($0)), link: $1) }
      ).match
    }
    let (one, two) = (found([1, 2]), found([2, 1]))
    #expect(one?.link == two?.link)
    #expect(one?.competing == 1)
    #expect(found([1, 1, 1])?.click == 3)
  }

  @Test func `RES-25 · Singular documents no signals, so none are read`() {
    #expect(MatchRule.singular.decide([.click(1, at: noon(99))]) == .noMatch(because: .noToken))
  }

  @Test
  func `P-DDL-01 · Branch, Firebase and one's own service are there by name, one of them closed`() {
    for name in ["branch", "firebase", "ownService"] { #expect(MatcherName(rawValue: name) != nil) }
    let closed = MatcherName.allCases.filter { $0.closedAt != nil }
    #expect(closed == [.firebase])
    #expect(MatcherName.firebase.closedAt?.iso8601 == "2025-08-25T00:00:00Z")
    #expect(MatcherName.firebase.evidence.window == .d)
    #expect(MatcherName.linkForty.evidence == (.a, .a))
    let grades = MatcherName.Grade.allCases
    for (place, grade) in grades.enumerated() {
      #expect(grades.filter { $0 < grade } == Array(grades.prefix(place)), "the best first")
    }
  }
}
