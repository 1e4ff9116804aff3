import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Credit · the window")
struct CreditWindowTests {
  @Test(arguments: [
    (Interval.days(7) + .milliseconds(1), false), (.days(7), true), (.zero, true),
  ])
  func `ATT-01, ATT-02 · seven days to the millisecond are inside, one more is not`(
    age: Interval, isInside: Bool
  ) {
    let clicks = [click(1, at: noon(10) - age, by: 1)]
    let decision = AttributionPolicy.rin.decide(clicks, for: newcomer)
    #expect(decision.outcome == (isInside ? .credited : .none))
    #expect(decision.rule == (isInside ? "ATT-03" : "ATT-02"))
    #expect(AttributionPolicy.rin.reasons(clicks) == (isInside ? [:] : [1: .outsideWindow]))
  }

  @Test func `ATT-06, EDG-02 · after the window nobody is named and nobody is connected`() {
    let decision = AttributionPolicy.rin.decide([click(1, at: noon(-20), by: 1)], for: newcomer)
    #expect(decision.outcome == .none)
    #expect(decision.inviter == nil)
    #expect(!decision.showsInviter)
    #expect(!decision.mayConnect)
    #expect(Attribution(decision, arrival: newcomer, under: .rin) == nil, "nobody to notify")
  }

  @Test
  func `ATT-19 · the window ends at first launch, or at installation where the setting says so`() {
    var late = newcomer
    late.firstLaunchedAt = noon(12)
    let clicks = [click(1, at: noon(4), by: 1)]
    #expect(AttributionPolicy.rin.reasons(clicks, for: late) == [1: .outsideWindow])
    let atInstall = AttributionPolicy.rin.with { $0.windowEndsAt = .install }
    #expect(atInstall.decide(clicks, for: late).outcome == .credited)

    let between = [click(1, at: noon(11), by: 1)]
    #expect(AttributionPolicy.rin.decide(between, for: late).outcome == .credited)
    #expect(atInstall.reasons(between, for: late) == [1: .afterInstall])
  }

  @Test(arguments: [AttributionPolicy.product, .design])
  func `CNF-02 · a policy without a window says neither where it ends nor whom it bounds`(
    policy: AttributionPolicy
  ) {
    #expect(policy.window == nil)
    #expect(policy.windowEndsAt == nil)
    #expect(policy.windowAppliesToDirectOpen == nil)
  }

  @Test func `a click at the end of the window counts, one after it does not`() {
    #expect(
      AttributionPolicy.rin.decide([click(1, at: noon(10), by: 1)], for: newcomer).outcome
        == .credited)
    #expect(
      AttributionPolicy.rin.reasons([click(1, at: noon(10) + .milliseconds(1), by: 1)])
        == [1: .afterInstall])
  }

  @Test func `ATT-20 · an expired click never wins, however few compete`() {
    let clicks = [
      click(1, at: noon(2), by: 1), click(2, at: noon(4), by: 2),
    ]
    let decision = AttributionPolicy.rin.decide(clicks, for: newcomer)
    #expect(decision.inviter == person(2))
    #expect(AttributionPolicy.rin.reasons(clicks) == [1: .outsideWindow])
    let touched = AttributionPolicy.rin.with { $0.model = .firstTouch }
    #expect(touched.decide(clicks, for: newcomer).inviter == person(2))
  }

  @Test func `CNF-02 · without a window a click counts for as long as it is kept`() {
    for policy in [AttributionPolicy.product, .design] {
      let kept = [click(1, at: noon(10) - .days(30), by: 1)]
      #expect(policy.decide(kept, for: newcomer).outcome == .credited)
      let gone = [click(1, at: noon(10) - .days(30) - .milliseconds(1), by: 1)]
      #expect(policy.reasons(gone) == [1: .notRetained])
      #expect(policy.decide(gone, for: newcomer).rule == "CNF-49")
    }
  }

  @Test
  func `ATT-24 · a direct open is bounded by verification, unless the setting frees it`() {
    var direct = Arrival(
      principal: person(0), route: .directOpen, installedAt: noon(-400), verifiedAt: noon(10))
    let clicks = [click(1, at: noon(2), by: 1), click(2, at: noon(3), by: 2)]
    #expect(AttributionPolicy.rin.decide(clicks, for: direct).inviter == person(2))
    #expect(AttributionPolicy.rin.reasons(clicks, for: direct) == [1: .outsideWindow])
    direct.verifiedAt = noon(10) + .milliseconds(1)
    #expect(AttributionPolicy.rin.decide(clicks, for: direct).outcome == .none)
    let free = AttributionPolicy.rin.with { $0.windowAppliesToDirectOpen = false }
    #expect(free.decide(clicks, for: direct).inviter == person(2))
  }

  @Test func `ATT-24 · without a verification a direct open is bounded by the first launch`() {
    var direct = Arrival(
      principal: person(0), route: .directOpen, installedAt: noon(10), firstLaunchedAt: noon(11))
    func isCredited(_ moment: Instant, under policy: AttributionPolicy = .rin) -> Bool {
      policy.decide([click(1, at: moment, by: 1)], for: direct).outcome == .credited
    }
    let atInstall = AttributionPolicy.rin.with { $0.windowEndsAt = .install }
    for policy in [AttributionPolicy.rin, atInstall] {
      #expect(isCredited(noon(11), under: policy) && isCredited(noon(4), under: policy))
      #expect(!isCredited(noon(11) + .milliseconds(1), under: policy))
      #expect(!isCredited(noon(4) - .milliseconds(1), under: policy))
    }
    direct.firstLaunchedAt = nil
    #expect(isCredited(noon(10)) && !isCredited(noon(10) + .milliseconds(1)))
    #expect(isCredited(noon(3)) && !isCredited(noon(3) - .milliseconds(1)))
  }

  @Test func `D-RES-08 · design's seven days belong to a metric, and limit no credit`() {
    let clicks = [click(1, at: noon(0), by: 1)]
    #expect(AttributionPolicy.design.decide(clicks, for: newcomer).outcome == .credited)
    #expect(AttributionPolicy.design.window == nil)
  }

  @Test func `P-DDL-05 · product has no window and no rule of its own for several clicks`() {
    let clicks = [click(1, at: noon(-15), by: 1), click(2, at: noon(-5), by: 2)]
    let decision = AttributionPolicy.product.decide(clicks, for: newcomer)
    #expect(decision.inviter == person(2))
    #expect(decision.rule == "CNF-01")
  }
}
