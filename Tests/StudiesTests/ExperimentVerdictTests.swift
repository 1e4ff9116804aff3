import GrowthloopFindings
import GrowthloopPlans
import Statistics
import Testing

@testable import GrowthloopStudies

@Suite("Gates · verdicts on experiments and rollouts")
struct ExperimentVerdictTests {
  private static func share(_ hits: Int, of all: Int) -> Measure {
    Measure(Proportion(hits, of: all).wilson(), in: .share)
  }

  private static func plan(_ keys: String) throws -> GrowthScenario {
    try ScenarioReader(GrowthScenario.self, loader: .disk(), metrics: Metric.names).read(
      SourceText(
        name: "a.yaml",
        text: """
          title: A
          experiment: {arms: {control: {}, b: {recipients: {tap: 44%}}}, beside: [invite], \(keys)}
          """)
    ).value
  }

  private static var variant: ExperimentVariant {
    var planned = ExperimentDesign()
    (planned.unit, planned.analysis, planned.runs) = ("user", "ratio", 100)
    planned.power = share(90, of: 100)
    planned.coverage = share(95, of: 100)
    planned.bias = Measure(-0.012, from: -0.014, to: -0.010, in: .share)
    planned.detectable = Measure(0.02, from: 0.0175, to: 0.0233, in: .share)
    planned.falseAlarms = share(100, of: 2_000)
    var beside = ExperimentDesign()
    (beside.unit, beside.analysis, beside.runs) = ("invite", "ratio", 100)
    beside.power = share(40, of: 100)
    beside.bias = Measure(0.001, from: -0.003, to: 0.002, in: .share)
    var rule = ExperimentRule()
    rule.rule = "pocock"
    rule.power = share(60, of: 100)
    var variant = ExperimentVariant()
    variant.name = "b"
    variant.designs = [planned, beside]
    variant.rules = [rule]
    return variant
  }

  private static func judged(
    _ gates: String, _ keys: String = "", variants: Int = 1
  ) throws -> [JudgedGate] {
    var findings = ExperimentFindings()
    findings.variants = Array(repeating: variant, count: variants)
    let plan = try #require(try plan("gates: [\(gates)]" + keys).experiment)
    return findings.judged(by: plan)
  }

  @Test(arguments: [
    ("power >= 80%", GateVerdict.kept), ("power >= 97%", .missed), ("power >= 90%", .undecided),
    ("coverage >= 85%", .kept), ("bias <= 2pp", .kept), ("bias < 1pp", .missed),
    // The interval of the size is that without its sign: from 1.0 to 1.4 points.
    ("bias <= 1.2pp", .undecided), ("invite.bias <= 0.3pp", .kept),
    ("invite.bias < 0.2pp", .undecided), ("invite.power >= 80%", .missed),
    ("falseAlarms < 7%", .kept), ("falseAlarms < 5%", .undecided),
    ("detectable < 3pp", .kept), ("detectable < 2pp", .undecided), ("detectable < 1pp", .missed),
    // Nothing was measured of it.
    ("user.cuped.power >= 1%", .undecided), ("splitAlarms < 99%", .undecided),
  ])
  func `an experiment's gate is decided by its interval`(
    gate: String, verdict: GateVerdict
  ) throws {
    let found = try #require(try Self.judged(gate).first)
    #expect(found.verdict == verdict, "\(found)")
    #expect(found.gate == gate && found.subject == nil)
  }

  @Test func `the power of the plan as written is that of its rule of looks`() throws {
    let found = try Self.judged("power >= 80%, user.power >= 80%", ", rule: pocock")
    #expect(found.map(\.verdict) == [.missed, .kept])
  }

  @Test func `each variant has its gates, under its name`() throws {
    let found = try Self.judged("power >= 80%", variants: 2)
    #expect(found.map(\.title) == ["b: power >= 80%", "b: power >= 80%"])
  }

  @Test func `an undecided gate says how many runs would probably decide it`() throws {
    let found = try #require(try Self.judged("power >= 87%").first)
    #expect(found.verdict == .undecided)
    #expect(try #require(found.replicationsToDecide) >= 200)
  }

  @Test(arguments: [
    ("falseRollback < 5%", GateVerdict.kept), ("detection >= 80%", .missed),
    ("falseHold < 3%", .undecided), ("lost < 200", .kept), ("launchesAfter < 1", .undecided),
  ])
  func `a rollout's gate is about the plan as written`(
    gate: String, verdict: GateVerdict
  ) throws {
    var other = RolloutPlanFound()
    other.detected = Self.share(1_000, of: 1_000)
    var written = RolloutPlanFound()
    written.isWritten = true
    written.detected = Self.share(700, of: 1_000)
    written.falseRollbacks = Self.share(30, of: 1_000)
    written.falselyHeld = Self.share(30, of: 1_000)
    written.lost = Measure(100, from: 90, to: 110, in: .count)
    var findings = RolloutFindings()
    findings.plans = [other, written]
    findings.ramps = 1_000
    var section = RolloutSection()
    section.gates = try #require(
      try ScenarioReader(GrowthScenario.self, loader: .disk(), metrics: Metric.names).read(
        SourceText(
          name: "a.yaml",
          text: """
            title: A
            rollout:
              guardrails: [{metric: flow.sheetCompletion}]
              defect: {sharing: {complete: 60%}}
              gates: [\(gate)]
            """)
      ).value.rollout?.gates)
    let found = try #require(findings.judged(by: section).first)
    #expect(found.verdict == verdict, "\(found)")
  }
}
