import Attribution
import Testing
import Vocabulary

/// The numbers of the matchers, as their sources and documents have them.
@Suite("Matching · the values of the documented rules")
struct PresetValueTests {
  @Test func `RES-25 · each matcher chooses in its own way when several clicks fit`() {
    let choices: [MatcherName: MatchRule.Choice] = [
      .ownServiceAbstaining: .onlyOne, .grovs: .onlyOne, .branchUnique: .onlyOne,
      .dub: .firstFound, .linkForty: .bestScore, .deferLink: .bestScore,
      .deferredDeeplinkSystem: .bestScore, .kochava: .bestScore,
    ]
    for name in MatcherName.allCases {
      #expect(name.rule.choice == choices[name] ?? .newest, "\(name)")
    }
  }

  @Test func `RES-25 · a click is spent by its match, but for three matchers`() {
    let keeping: Set<MatcherName> = [.dub, .linkForty, .firebase]
    for name in MatcherName.allCases {
      #expect(name.rule.spendsClicks == !keeping.contains(name), "\(name)")
    }
    #expect(!MatchRule.singular.readsSignals)
    #expect(!MatchRule.linkForty.trustsSharedAddresses)
    #expect(MatchRule.linkForty.newestOnly == 1_000)
  }

  @Test func `RES-25 · windows and tokens are those of the documents`() {
    let windows: [MatcherName: Interval] = [
      .singular: .days(7), .firebase: .hours(1), .deferLink: .hours(48),
    ]
    for (name, window) in windows { #expect(name.rule.window == window, "\(name)") }
    for name in [MatcherName.dub, .firebase, .deferLink, .branch, .branchUnique] {
      #expect(name.rule.token == .whileKept, "\(name)")
    }
    #expect(
      MatchRule.firebase.required == [
        .address, .osVersion, .model, .locale, .screen, .timeZone,
      ])
  }

  @Test func `RES-25 · the weights are those of the sources`() {
    #expect(
      MatchRule.linkForty.weights == [
        .addressPrefix: 400, .agent: 300, .timeZone: 100, .language: 100, .screen: 100,
      ])
    #expect(
      MatchRule.deferLink.weights == [
        .timeZone: 350, .screen: 250, .language: 200, .model: 150, .agent: 50,
      ])
    #expect(
      MatchRule.deferredDeeplinkSystem.weights == [
        .address: 400, .platform: 200, .osVersion: 50, .model: 150, .locale: 100, .timeZone: 100,
        .screen: 50,
      ])
    #expect(MatchRule.deferredDeeplinkSystem.bonus == .osVersion)
    #expect(MatchRule.kochava.weights == [.addressPrefix: 300, .address: 500, .agent: 200])
    for name in MatcherName.allCases
    where ![.linkForty, .deferLink, .deferredDeeplinkSystem, .kochava].contains(name) {
      #expect(name.rule.weights.isEmpty, "\(name)")
    }
  }

  @Test func `RES-25 · the thresholds and what moves them are those of the sources`() {
    for rule in [MatchRule.linkForty, .deferredDeeplinkSystem] {
      #expect(rule.threshold == MatchThreshold(700))
    }
    #expect(MatchRule.kochava.threshold == MatchThreshold(300))
    var deferLink = MatchThreshold(700)
    deferLink.byDay = 50
    deferLink.ifTelling = 50
    deferLink.ifSilent = 100
    deferLink.telling = [.timeZone: 300, .screen: 250, .language: 200, .model: 150, .agent: 100]
    deferLink.lowest = 500
    deferLink.highest = 900
    #expect(MatchRule.deferLink.threshold == deferLink)
    #expect(MatchRule.deferredDeeplinkSystem.decay == .linear(lost: 300))
  }

  @Test func `RES-25 · DeferLink's factor falls at seven ages`() throws {
    guard case .stepped(let steps) = MatchRule.deferLink.decay else {
      Issue.record("DeferLink fades by steps")
      return
    }
    let moment = Interval.milliseconds(1)
    for (last, factor, next) in [
      (Interval.seconds(10) - moment, 200, 600), (.seconds(30) - moment, 600, 1_000),
      (.minutes(10), 1_000, 900), (.hours(1), 900, 700), (.hours(4), 700, 400),
      (.hours(24), 400, 100),
    ] {
      #expect(steps.factor(at: last) == factor)
      #expect(steps.factor(at: last + moment) == next)
    }
  }
}
