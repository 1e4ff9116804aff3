import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Matching · the setting, and what a rule says of itself")
struct DeferredPolicyTests {
  @Test func `CNF-48 · every profile matches by our own service, without a miss or a mistake`() {
    for policy in [DeferredPolicy.rin, .product, .design] {
      #expect(policy.matcher == .ownService)
      #expect(policy.matchRate == 1)
      #expect(policy.falseMatchRate == 0)
    }
    #expect(DeferredPolicy.rin.rule(for: .rin).window == .days(7))
    #expect(DeferredPolicy.product.rule(for: .product).window == .days(30))
    #expect(DeferredPolicy.design.rule(for: .design).window == .days(30))
    // A window that ends at the installation says nothing about the launch.
    let atInstall = AttributionPolicy.rin.with {
      $0.windowEndsAt = .install
      $0.clickRetention = .days(30)
    }
    #expect(DeferredPolicy.rin.rule(for: atInstall).window == .days(30))
  }

  @Test func `CNF-48 · matches get lost and strangers slip in at the rates that are set`() {
    let found = MatchRule.ownService.decide([.click(1, at: noon(99))])
    let none = MatchRule.ownService.decide([])
    let stranger = ClickFootprint.click(8, at: noon(99), link: 80)
    var policy = DeferredPolicy.rin
    var luck = SeededChance(seed: 1)
    #expect(policy.degrade(found, stranger: stranger, using: &luck) == found)
    #expect(policy.degrade(none, stranger: stranger, using: &luck) == none)
    policy.matchRate = 0
    policy.falseMatchRate = 1
    let lost = policy.degrade(found, stranger: stranger, using: &luck)
    #expect(lost == .noMatch(because: .lost))
    #expect(lost.rule == "CNF-48")
    let wrong = policy.degrade(none, stranger: stranger, using: &luck).match
    #expect(wrong?.link == 80 && wrong?.score == 0 && wrong?.competing == 0)
    #expect(policy.degrade(none, stranger: nil, using: &luck) == none)

    policy.matchRate = 0.8
    let kept = (0..<10_000).count { _ in
      policy.degrade(found, stranger: nil, using: &luck).match != nil
    }
    #expect((7_850...8_150).contains(kept))
  }

  @Test func `CNF-48 · luck is drawn alike under every rate, so that what-ifs share it`() {
    let found = MatchRule.ownService.decide([.click(1, at: noon(99))])
    var (one, other) = (SeededChance(seed: 3), SeededChance(seed: 3))
    var lossy = DeferredPolicy.rin
    lossy.matchRate = 0.5
    _ = DeferredPolicy.rin.degrade(found, stranger: nil, using: &one)
    _ = lossy.degrade(found, stranger: nil, using: &other)
    #expect(one.next() == other.next())
  }

  @Test
  func `RES-06, RES-07, P-DDL-02 · the device finds its click, and so the inviter's code`() {
    let clicks: [ClickFootprint] = [
      .click(1, at: noon(99), link: 0xA, by: .phone([.address: 9])),
      .click(2, at: noon(98), link: 0xB),
      .click(3, at: noon(99), link: 0xC, by: .phone([.model: 9])),
    ]
    let decision = MatchRule.ownService.decide(clicks)
    #expect(decision.match?.link == 0xB)
    #expect(decision.match?.basis == .signals)
    #expect(decision.rule == "RES-07")
  }

  @Test func `RES-25 · an explanation lists each click, newest first, with what differed`() {
    let far = DeviceSignals.phone([.address: 9, .model: 9, .screen: 9])
    let clicks: [ClickFootprint] = [
      .click(1, at: noon(60)), .click(2, at: noon(98)), .click(3, at: noon(99), by: far),
      .click(4, at: noon(92)), .click(5, at: noon(97)), .click(6, at: noon(101)),
    ]
    let lines = MatchRule.ownService.explain(
      .phone(), launchedAt: noon(100), among: clicks.span, keptFor: .days(30))
    #expect(lines.map(\.click) == [6, 3, 2, 5, 4, 1])
    #expect(
      lines.map(\.verdict) == [
        .afterLaunch, .fails(because: .signalsDiffer), .chosen, .competes,
        .fails(because: .outsideWindow), .notKept,
      ])
    // The screen differs as well, but the rule does not look at it.
    #expect(lines[1].differing == [.address, .model])
    #expect("\(lines[1].differing)" == "address, model")
    #expect(lines[2].differing.isEmpty)
  }

  @Test func `RES-25 · a click at the moment of the launch may be chosen`() {
    let lines = MatchRule.ownService.explain(
      .phone(), launchedAt: noon(100), among: [.click(1, at: noon(100))].span,
      keptFor: .days(30))
    #expect(lines.map(\.verdict) == [.chosen])
    // Nothing is lost to its age, while a click after the launch has no score at all.
    #expect(lines.map(\.score) == [1_000])
    let late = MatchRule.ownService.explain(
      .phone(), launchedAt: noon(100), among: [.click(1, at: noon(101))].span,
      keptFor: .days(30))
    #expect(late.map(\.score) == [0])
  }

  @Test func `RES-25 · an explanation asks for more where, and only where, clicks are rivals`() {
    var rule = MatchRule(window: .days(7))
    rule.required = .address
    rule.requiredOfRivals = .screen
    rule.rivalry = .visitor
    let odd = DeviceSignals.phone([.screen: 9])
    func verdicts(visitors: [UInt64]) -> [MatchExplanation.Verdict] {
      let clicks = visitors.enumerated().map { place, visitor in
        ClickFootprint.click(
          UInt64(place) + 1, at: noon(98) + .hours(Int64(place)), visitor: visitor,
          by: place == 0 ? odd : .phone())
      }
      return rule.explain(
        .phone(), launchedAt: noon(100), among: clicks.span, keptFor: .days(30)
      ).map(\.verdict)
    }
    #expect(verdicts(visitors: [1, 2]) == [.chosen, .fails(because: .signalsDiffer)])
    #expect(verdicts(visitors: [1, 1]) == [.chosen, .competes], "one visitor is no rival")
  }

  @Test func `RES-25 · an explanation tells the older holder of a token from the chosen one`() {
    let device = DeviceSignals.phone(token: 4)
    let clicks: [ClickFootprint] = [
      .click(1, at: noon(98), by: device), .click(2, at: noon(99), by: device),
    ]
    let lines = MatchRule.ownService.explain(
      device, launchedAt: noon(100), among: clicks.span, keptFor: .days(30))
    #expect(lines.map(\.verdict) == [.chosen, .olderToken])
  }

  @Test func `RES-25 · each preset is a value that a name finds`() {
    for (index, name) in MatcherName.allCases.enumerated() {
      for other in MatcherName.allCases.dropFirst(index + 1) {
        // These two document the same windows, and nothing else.
        let areAlike = name == .appsFlyer && other == .solarEngine
        #expect((name.rule == other.rule) == areAlike, "\(name), \(other)")
      }
    }
    #expect(MatchRule.linkForty == MatcherName.linkForty.rule)
  }
}
