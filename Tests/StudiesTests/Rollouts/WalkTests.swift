import GrowthloopStudies
import Statistics
import Testing

@Suite("Rollouts · one rollout, day by day")
struct WalkTests {
  @Test func `equal arms reach everybody`() {
    var days = ScriptedDays([[.hundred(75, 75)]])
    let outcome = walk(RolloutPlan(.product, guardrails: [Guardrail("a")]), &days)
    #expect(outcome.ending == .completed)
    #expect(days.asked == [0.1, 0.1, 0.5, 0.5, 1])
    #expect(outcome.reached == days.asked)
  }

  @Test func `a stage reaches members as they read their flags`() {
    var days = ScriptedDays([[.hundred(75, 75)]])
    let reading = FlagReading(freshStarts: 0.5, sessionsPerDay: 1)
    _ = walk(RolloutPlan(.product, guardrails: [Guardrail("a")], reading: reading), &days)
    let missed = (0..<5).map { reading.unaware(onDay: $0) }
    let expected = [
      0.1 * (1 - missed[0]), 0.1 * (1 - missed[1]),
      0.5 - 0.1 * missed[2] - 0.4 * missed[0], 0.5 - 0.1 * missed[3] - 0.4 * missed[1],
      1 - 0.1 * missed[4] - 0.4 * missed[2] - 0.5 * missed[0],
    ]
    #expect(days.asked.count == 5)
    for (asked, share) in zip(days.asked, expected) { #expect((asked - share).magnitude < 1e-12) }
  }

  @Test func `the guardrail that finds harm is named, and its day`() {
    let plan = RolloutPlan(.product, guardrails: [Guardrail("a"), Guardrail("b")])
    var days = ScriptedDays([
      [.hundred(75, 75), .hundred(50, 50)], [.hundred(75, 75), .hundred(50, 50)],
      [.hundred(75, 75), .hundred(10, 50)],
    ])
    let outcome = walk(plan, &days)
    #expect(outcome.ending == .rolledBack(by: 1))
    #expect(outcome.days == 3 && outcome.isRolledBack && !outcome.wasInLastStage)
    // Only the first guardrail watches.
    #expect(walk(plan, &days, watching: [0]).ending == .completed)
  }

  @Test func `of a rising metric more is harm`() {
    var rising = Guardrail("complaints")
    rising.harm = .rise
    var days = ScriptedDays([[.hundred(60, 20)]])
    #expect(walk(RolloutPlan(.product, guardrails: [rising]), &days).days == 1)
    days = ScriptedDays([[.hundred(20, 60)]])
    #expect(walk(RolloutPlan(.product, guardrails: [rising]), &days).ending == .completed)
  }

  @Test func `harm within the margin is none`() {
    var guardrail = Guardrail("a")
    var days = ScriptedDays([[.hundred(60, 75)]])
    #expect(walk(RolloutPlan(.product, guardrails: [guardrail]), &days).isRolledBack)
    guardrail.limit = .control(worseBy: 0.16)
    #expect(!walk(RolloutPlan(.product, guardrails: [guardrail]), &days).isRolledBack)
  }

  @Test func `no look decides below the minimum`() {
    var guardrail = Guardrail("a")
    guardrail.minimum = 300
    var days = ScriptedDays([[.hundred(20, 75)]])
    #expect(walk(RolloutPlan(.product, guardrails: [guardrail]), &days).days == 3)
  }

  /// Days of nothing: the minimum is never reached.
  @Test(arguments: [
    (UndecidedPolicy.advance, RolloutOutcome.Ending.completed, 5),
    (.hold, .heldUp, 5), (.rollback, .rolledBackUndecided, 2),
  ])
  func `undecided, a plan advances, holds or rolls back`(
    policy: UndecidedPolicy, ending: RolloutOutcome.Ending, length: Int
  ) {
    var days = ScriptedDays([
      [ArmCounts(treated: .init(0, of: 0), control: .init(0, of: 0))]
    ])
    let plan = RolloutPlan(
      .product, guardrails: [Guardrail("a")], onUndecided: policy, mostHeldDays: 3)
    let outcome = walk(plan, &days)
    #expect(outcome.ending == ending && outcome.days == length)
  }

  @Test func `a stage is held until harm of that size is excluded`() {
    var guardrail = Guardrail("a")
    guardrail.excludes = 0.2
    let plan = RolloutPlan(.product, guardrails: [guardrail], onUndecided: .hold)
    var days = ScriptedDays([[.hundred(75, 75)]])
    let outcome = walk(plan, &days)
    #expect(outcome.ending == .completed && outcome.days == 5)
    var strict = plan
    strict.guardrails[0].excludes = 0.1
    // 2.6 standard errors of a point estimate of 0 are below 0.1 after some days more.
    let held = walk(strict, &days)
    #expect(held.ending == .completed && held.days > 5)
    #expect(held.reached.count { $0 == 0.1 } > 2)
  }

  @Test func `a floor compares each day, and the last stage too`() {
    var floor = Guardrail("a")
    floor.limit = .floor(0.7)
    floor.minimum = 50
    let low = ArmCounts(treated: .init(6, of: 10), control: .init(75, of: 100))
    var days = ScriptedDays([
      [low], [low], [.hundred(71, 75)], [.hundred(71, 75)], [.hundred(69, 75)],
    ])
    let outcome = walk(RolloutPlan(.product, guardrails: [floor]), &days)
    #expect(outcome.ending == .rolledBack(by: 0) && outcome.days == 5 && outcome.wasInLastStage)
  }

  @Test func `stages of unequal shares are not pooled`() {
    // The metric falls in both arms while the share rises. Pooled, the change would seem to harm.
    let early = ArmCounts(treated: .init(90, of: 100), control: .init(810, of: 900))
    let late = ArmCounts(treated: .init(250, of: 500), control: .init(250, of: 500))
    var days = ScriptedDays([[early], [early], [late]])
    let outcome = walk(RolloutPlan(.product, guardrails: [Guardrail("a")]), &days)
    #expect(outcome.ending == .completed)
  }

  private func walk(
    _ plan: RolloutPlan, _ days: inout ScriptedDays, watching: [Int]? = nil
  ) -> RolloutOutcome {
    var walker = RolloutWalker(plan, volumes: plan.guardrails.map { _ in 200 })
    return walker.walk(&days, watching: watching)
  }
}
