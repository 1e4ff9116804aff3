import GrowthloopFindings
import Testing

@testable import GrowthloopPlans

@Suite("Plans of gates · stages by name")
struct GatePlanTests {
  private static let files = [
    "plans/loop.yaml": "title: Loop\ngates: [k.cohort > 0]\n",
    "plans/load.yaml": "plan: load\ntitle: Load\n",
    "plans/trial.yaml": """
    title: Trial
    experiment:
      arms: {control: {}, b: {recipients: {tap: 44%}}}
      gates: [power >= 80%]
    rollout:
      guardrails: [{metric: flow.sheetCompletion}]
      defect: {sharing: {complete: 60%}}
    """,
  ]

  private static let loader = SourceLoader { name, from throws(SourceLoader.Unreadable) in
    let path = SourceLoader.resolved(name, from: from)
    guard let text = files[path] else { throw SourceLoader.Unreadable("there is no such file") }
    return SourceLoader.File(name: path, bytes: Array(text.utf8))
  }

  private static func read(
    _ stages: String, set changes: [String] = []
  ) throws -> ScenarioOutcome<GatePlan> {
    try ScenarioReader(GatePlan.self, loader: loader).read(
      SourceText(name: "plans/a.yaml", text: "plan: gate\ntitle: A\nstages:\n" + stages),
      overrides: changes.map { try ScenarioOverride($0) })
  }

  private static func mistakes(in stages: String) -> String {
    do { return try read(stages).warnings.description } catch { return "\(error)" }
  }

  @Test func `stages keep their order, and their files lie beside the plan`() throws {
    let plan = try Self.read(
      """
        second: {kind: load, file: load.yaml}
        first: {kind: simulate, file: loop.yaml, set: {days: 9, market.people: 900}}

      """
    ).value
    #expect(plan.stages.map(\.name) == ["second", "first"])
    #expect(plan.stages.map(\.value.kind.rawValue) == ["load", "simulate"])
    #expect(plan.stages.map(\.value.file) == ["plans/load.yaml", "plans/loop.yaml"])
    #expect(plan.stages[1].value.changesOfRun.map(\.value) == ["9", "900"])
  }

  @Test func `undecided gates are failed or skipped where the plan says so`() throws {
    let stage = "  a: {kind: load, file: load.yaml}\n"
    #expect(try Self.read(stage).value.undecided == nil)
    #expect(try Self.read(stage, set: ["undecided=skip"]).value.undecided == .skip)
    #expect(try Self.read(stage + "undecided: fail\n").value.undecided == .fail)
    let told = Self.mistakes(in: stage + "undecided: ignore\n")
    #expect(told.contains("'undecided' must be"), "\(told)")
    #expect(told.contains("fail | failErrors | skip"), "\(told)")
  }

  @Test func `gates of a stage stand beside those of its file`() throws {
    let plan = try Self.read(
      "  a: {kind: simulate, file: loop.yaml, gates: [k.cohort < 9, k.cohort < 1]}\n"
    ).value
    let stage = plan.stages[0].value
    let reader = ScenarioReader(
      GrowthScenario.self, loader: Self.loader, metrics: [MetricName("k.cohort", .number)])
    let scenario = try reader.read(file: stage.file, overrides: stage.changes).value
    #expect(
      scenario.gates.map(\.description) == ["k.cohort > 0", "k.cohort < 9", "k.cohort < 1"])
  }

  @Test func `gates of an experiment and of a rollout go to their sections`() throws {
    let plan = try Self.read(
      """
        a: {kind: experiment, file: trial.yaml, gates: [bias < 1pp]}
        b: {kind: rollout, file: trial.yaml, set: {rollout.gates: [detection > 1%]}}

      """
    ).value
    let reader = ScenarioReader(
      GrowthScenario.self, loader: Self.loader,
      metrics: [MetricName("flow.sheetCompletion", .share, isProportion: true)])
    let stages = plan.stages.map(\.value)
    let scenarios = try stages.map {
      try reader.read(file: $0.file, overrides: $0.changes).value
    }
    #expect(
      scenarios[0].experiment?.gates.map(\.description) == ["power >= 80%", "bias < 1pp"])
    #expect(scenarios[1].rollout?.gates.map(\.description) == ["detection > 1%"])
    #expect(stages[1].changesOfRun.isEmpty)
    let told = Self.mistakes(in: "  a: {kind: experimnt, file: trial.yaml}\n")
    #expect(told.contains("write experiment"), "\(told)")
  }

  @Test func `a mistake in what a stage changes is told in the plan`() throws {
    let plan = try Self.read(
      "  a: {kind: simulate, file: loop.yaml, set: {days: 0}, gates: [k.chort > 1]}\n"
    ).value
    let stage = plan.stages[0].value
    let reader = ScenarioReader(
      GrowthScenario.self, loader: Self.loader, metrics: [MetricName("k.cohort", .number)])
    let error = #expect(throws: DiagnosticList.self) {
      try reader.read(file: stage.file, overrides: stage.changes)
    }
    let told = error.map { "\($0)" } ?? ""
    #expect(told.contains("plans/a.yaml:4:"), "\(told)")
    #expect(told.contains("'days' must be") && told.contains("did you mean k.cohort?"))
  }

  @Test func `the command line changes what a stage changes`() throws {
    let plan = try Self.read(
      "  a: {kind: simulate, file: loop.yaml, set: {days: 9}}\n", set: ["stages.a.set.days=7"]
    ).value
    #expect(plan.stages[0].value.changesOfRun.map(\.value) == ["7"])
  }

  static let mistakes: [(String, String)] = [
    (
      "  a: {kind: simulat, file: loop.yaml}\n",
      "'stages.a.kind' must be simulate | load | contacts | rehearse | experiment | rollout | regress, not 'simulat'"
    ),
    (
      "  a: {kind: load, file: none.yaml}\n",
      "plans/a.yaml:4:25: error: 'stages.a.file' cannot be read: "
    ),
    ("  a: {file: loop.yaml}\n", "'stages.a.kind' is missing"),
    ("  a: {kind: load}\n", "'stages.a.file' is missing"),
    ("  a: {kind: load, file: load.yaml, sets: {}}\n", "unknown key 'stages.a.sets'"),
    (
      "  a: {kind: load, file: load.yaml, set: [1]}\n", "'stages.a.set' must be a mapping from keys"
    ),
    (
      "  a: {kind: load, file: load.yaml, gates: p99}\n", "'stages.a.gates' must be a list of gates"
    ),
    (
      "  a: {kind: regress, file: load.yaml}\n",
      "plans/a.yaml:4:13: error: 'stages.a.kind' needs a baseline beside it"
    ),
    (
      "  a: {kind: regress, file: load.yaml, baseline: x, gates: [p99 < 1s]}\n",
      "'stages.a.gates' is not for regress"
    ),
    (
      "  a: {kind: load, file: load.yaml, rounds: 3}\n",
      "'stages.a.rounds' is for stages of the kind regress"
    ),
    (
      "  a: {kind: regress, file: load.yaml, baseline: x, tolerance: fast}\n",
      "'stages.a.tolerance' must be"
    ),
    ("  a/b: {kind: load, file: load.yaml}\n", "a stage cannot be called 'a/b'"),
    ("  ..: {kind: load, file: load.yaml}\n", "a stage cannot be called '..'"),
    ("  {}\n", "'stages' must name at least one stage"),
  ]

  @Test(arguments: mistakes)
  func `what is no stage is told where it stands`(stages: String, told: String) {
    let mistakes = Self.mistakes(in: stages)
    #expect(mistakes.contains(told), "\(mistakes)")
  }
}
