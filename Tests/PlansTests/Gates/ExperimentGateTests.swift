import GrowthloopFindings
import GrowthloopModel
import Testing

@testable import GrowthloopPlans

@Suite("Gates · on what an experiment or a rollout can tell")
struct ExperimentGateTests {
  private static let metrics = [MetricName("flow.sheetCompletion", .share, isProportion: true)]

  private static func read(_ text: String) throws -> GrowthScenario {
    let reader = ScenarioReader(GrowthScenario.self, loader: .memory([:]), metrics: metrics)
    return try reader.read(SourceText(name: "a.yaml", text: "title: A\n" + text)).value
  }

  private static func mistakes(in text: String) -> String {
    do {
      _ = try read(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  private static func experiment(_ keys: String) -> String {
    "experiment: {arms: {control: {}, b: {recipients: {tap: 44%}}}, \(keys)}"
  }

  private static func rollout(_ keys: String) -> String {
    "rollout: {guardrails: [{metric: flow.sheetCompletion}], "
      + "defect: {sharing: {complete: 60%}}, \(keys)}"
  }

  @Test func `a gate names a measure, or a design and an analysis before it`() throws {
    let plan = try #require(
      try Self.read(
        Self.experiment(
          "beside: [community], gates: [power >= 80%, bias <= 1pp, user.cuped.coverage >= 0.93, "
            + "community.falseAlarms < 6%, detectable <= 0.02, splitAlarms < 5%]")
      ).experiment)
    #expect(plan.gates.map(\.limit.value) == [0.8, 0.01, 0.93, 0.06, 0.02, 0.05])
    let figures = plan.gates.compactMap { ExperimentFigure($0.metric) }
    #expect(figures.map(\.measure).prefix(3) == [.power, .bias, .coverage])
    #expect(figures[2].unit == .user && figures[2].analysis == .cuped)
    #expect(figures[3].unit == .community && figures[3].analysis == nil)
    #expect(figures[0].unit == nil)
    let section = try #require(
      try Self.read(
        Self.rollout("gates: [falseRollback < 5%, detection >= 80%, lost < 1_000]")
      ).rollout)
    #expect(section.gates.map(\.metric) == ["falseRollback", "detection", "lost"])
    #expect(section.gates.map(\.limit.value) == [0.05, 0.8, 1_000])
  }

  @Test(arguments: [
    ("gates: [powr >= 80%]", "about 'powr', which is no measure: power, coverage, "),
    ("gates: [powr >= 80%]", "did you mean power?"),
    ("gates: [comunity.power >= 80%]", "did you mean community.power?"),
    ("gates: [power >= 180%]", "a chance from 0% to 100%, such as 80%, as power has, not '180%'"),
    ("gates: [bias <= -1pp]", "a size such as 1pp or 0.01, as bias has, not '-1pp'"),
    ("gates: [power 80%]", "write power >= 80%"),
    ("gates: [ego.power >= 80%]", "limit ego.power, a design that is not shown"),
    ("gates: [ego.power >= 80%]", "add ego to beside"),
    ("gates: [time.cuped.power >= 80%]", "is no measure"),
    ("gates: [user.cluster.power >= 80%]", "an analysis of what nobody inherits"),
    ("redraws: 0, gates: [falseAlarms < 6%]", "nothing measures without redraws"),
    ("unit: time, analysis: cuped", "cannot be cuped where time is assigned"),
    ("unit: time, analysis: cuped", "write one of cluster, difference"),
  ])
  func `a mistake in a gate or an analysis has its place and a remedy`(
    keys: String, words: String
  ) {
    let said = Self.mistakes(in: Self.experiment(keys))
    #expect(said.contains(words), "\(said)")
    #expect(said.contains("a.yaml:2:"))
  }

  @Test(arguments: [
    ("gates: [falseRollbak < 5%]", "did you mean falseRollback?"),
    ("gates: [detection >= 1.2]", "a chance from 0% to 100%"),
    ("gates: [power >= 80%]", "which is no measure: detection, falseRollback, "),
  ])
  func `a mistake in a gate on a rollout has its place and a remedy`(keys: String, words: String) {
    let said = Self.mistakes(in: Self.rollout(keys))
    #expect(said.contains(words), "\(said)")
    #expect(said.contains("a.yaml:2:"))
  }
}
