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

  static let reaches: [(MatcherName, Interval, MatchRule.TokenReading)] = [
    (.ownService, .days(7), .within(.days(7))),
    (.ownServiceAbstaining, .days(7), .within(.days(7))),
    (.branch, .minutes(120), .whileKept), (.branchUnique, .minutes(120), .whileKept),
    (.adjust, .hours(6), .within(.days(7))), (.appsFlyer, .hours(24), .within(.days(7))),
    (.kochava, .days(7), .within(.days(30))), (.singular, .days(7), .within(.days(7))),
    (.solarEngine, .hours(24), .within(.days(7))), (.firebase, .hours(1), .whileKept),
    (.grovs, .minutes(5), .ignored), (.dub, .hours(1), .whileKept),
    (.linkForty, .hours(168), .ignored), (.deferLink, .hours(48), .whileKept),
    (.deferredDeeplinkSystem, .hours(24), .ignored),
  ]

  @Test func `RES-25 · windows and tokens are those of the documents`() {
    #expect(
      Self.reaches.map(\.0).sorted { "\($0)" < "\($1)" }
        == MatcherName.allCases.sorted { "\($0)" < "\($1)" })
    for (name, window, token) in Self.reaches {
      #expect(name.rule.window == window && name.rule.token == token, "\(name)")
    }
  }

  @Test func `RES-25 · a rule is bounded by the retention of clicks`() {
    let rule = MatchRule.kochava.bounded(by: .days(3))
    #expect(rule.window == .days(3) && rule.token == .within(.days(3)))
    #expect(MatchRule.kochava.bounded(by: .days(90)) == .kochava)
    #expect(MatchRule.branch.bounded(by: .hours(1)).token == .whileKept)
  }

  @Test func `RES-25 · the required signals are those of the sources, or those that we assume`() {
    let assumed: Signal.Set = [.address, .platform, .osVersion, .model]
    let own: Signal.Set = assumed.union([.timeZone, .language])
    let required: [MatcherName: Signal.Set] = [
      .ownService: own, .ownServiceAbstaining: own, .branch: assumed, .branchUnique: assumed,
      .adjust: assumed, .appsFlyer: assumed, .solarEngine: assumed, .kochava: .addressPrefix,
      .firebase: [.address, .osVersion, .model, .locale, .screen, .timeZone],
      .grovs: [.address, .platform, .osVersion, .engine], .dub: .address,
      .deferredDeeplinkSystem: .address,
    ]
    let byVisitor: Set<MatcherName> = [.branch, .branchUnique, .grovs]
    for name in MatcherName.allCases {
      #expect(name.rule.required == required[name] ?? [], "\(name)")
      #expect(name.rule.rivalry == (byVisitor.contains(name) ? .visitor : .link), "\(name)")
      #expect(
        name.rule.requiredOfRivals
          == (name == .grovs ? [.screen, .timeZone, .graphics, .locale] : []), "\(name)")
    }
    #expect(MatchRule(window: .days(1)).threshold == MatchThreshold(0))
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
