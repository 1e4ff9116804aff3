import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel
import Statistics

/// `growthloop-bench intervals`: the coverage of the metrics' intervals.
struct IntervalBench: RunnableCommand {
  static let name = "intervals"
  static let summary = "how often the intervals of metrics hold the truth in a small market"
  static let manual = Manual(
    "intervals [options]",
    about: """
      How often the intervals of metrics hold the truth in a market of 3,000 people, at 4, 8, 16 and 32
      replications, and the verdict of a gate on a rare harm that the truth misses. It has no timing: it
      gives 1 where an interval holds the truth in significantly less than 93% of runs, though its run
      counts five events or more.
      """,
    options: [
      runs, .seed.meaning("random seed (default: 1)"), .workers, effects,
      .json.meaning("the coverage as one JSON document"),
    ], examples: "growthloop-bench intervals --runs 100")

  private static let runs = CommandOption(
    "--runs", "N", "how many runs of each size (default: 1000), or of each scenario (2000)")
  private static let effects = CommandOption(
    "--design-effects", "F,F…",
    "measures instead the design effects of metrics in small markets of these scenarios, and prints the "
      + "table that intervals of few events rest on", completion: .file)

  private let runs: Int
  private let workers: Workers
  private let seed: UInt64
  private let isJSON: Bool
  /// The scenarios whose design effects are measured; `nil` to measure the coverage.
  private let scenarios: [String]?

  /// The required coverage.
  static let wanted = 0.93

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    try Self(arguments).run(on: console)
  }

  private init(_ arguments: Arguments) throws {
    workers = Workers(try arguments.workers())
    seed = try arguments.seed() ?? 1
    isJSON = arguments.has(.json)
    scenarios = try arguments.one(Self.effects).map {
      $0.split(separator: ",").map(String.init)
    }
    runs =
      try arguments.number(Self.runs, in: (scenarios == nil ? 1 : 2)...100_000)
      ?? (scenarios == nil ? 1_000 : 2_000)
    guard scenarios == nil || !isJSON else {
      throw UsageError(description: "'\(Self.effects)' prints a table: leave '--json' out")
    }
  }

  private func run(on console: any Console) throws -> ExitCode {
    if let scenarios { return try measureDesignEffects(of: scenarios, on: console) }
    var trial = IntervalTrial(GrowthPlan().inSmallMarket, runs: runs)
    trial.seed = seed
    let meter = ProgressMeter()
    let outcome = try console.wait { [trial] in
      meter.current.line(of: trial.total, after: $0)
    } for: { [trial, workers] in
      try await trial.run(on: workers, meter: meter)
    }
    guard let outcome else { return .interrupted }
    let report = IntervalBenchReport(outcome, of: trial)
    try console.write(isJSON ? report.json() : report.description)
    return report.tooLow.isEmpty ? .success : .gateMissed
  }

  private func measureDesignEffects(
    of scenarios: [String], on console: any Console
  ) throws -> ExitCode {
    let reader = ScenarioReader(
      GrowthScenario.self, loader: .disk(), metrics: Metric.names)
    let plans = try scenarios.map { try reader.read(file: $0, overrides: []).value }
      .filter { $0.study == .loop }.map(\.plan.inSmallMarket)
    guard !plans.isEmpty else {
      throw UsageError(description: "'--design-effects' names no scenario of the loop")
    }
    var trial = DesignEffectTrial(plans, replications: runs)
    trial.seed = seed
    let meter = ProgressMeter()
    let effects = try console.wait { [trial] in
      meter.current.line(of: plans.count * trial.replications, after: $0)
    } for: { [trial, workers] in
      try await trial.run(on: workers, meter: meter)
    }
    guard let effects else { return .interrupted }
    try console.write(effects.table)
    return .success
  }
}

/// The table of the coverage.
struct IntervalBenchReport: Encodable, CustomStringConvertible {
  let runs: Int
  let replications: Int
  let seed: UInt64
  let rows: [Row]
  let gates: [Gate]
  /// The metrics and sizes whose coverage is too low at the significance level 0.001.
  let tooLow: [String]

  /// The coverage of one metric at one size.
  struct Row: Encodable {
    let metric: String
    let truth: Double
    let size: Int
    /// The expected number of events; omitted if none are counted.
    let expectedEvents: Double?
    /// Whether the required coverage applies to it.
    let counts: Bool
    let runs: Int
    let coverage: Double?
    let low: Double?
    let high: Double?
    let ofStudent: Double?
  }

  /// The proportions of verdicts on a gate that the truth misses.
  struct Gate: Encodable {
    let gate: String
    let truth: Double?
    let looks: String
    let kept: Double
    let undecided: Double
    let missed: Double
  }

  /// The least expected number of events at which the required coverage applies.
  private static let leastEvents = 5.0

  init(_ outcome: IntervalTrialOutcome, of trial: IntervalTrial) {
    runs = trial.runs
    replications = trial.total
    seed = trial.seed
    let coverages = outcome.coverages
    rows = coverages.map { coverage in
      let estimate = coverage.held.wilson()
      return Row(
        metric: coverage.metric.key, truth: coverage.truth, size: coverage.size,
        expectedEvents: coverage.expectedEvents, counts: Self.counts(coverage),
        runs: coverage.held.trials, coverage: coverage.held.share, low: estimate?.low,
        high: estimate?.high, ofStudent: coverage.heldByStudent.share)
    }
    tooLow = coverages.filter { Self.counts($0) && $0.isBelow(IntervalBench.wanted) }
      .map { "\($0.metric.key) at \($0.size)" }
    gates = Self.gates(outcome, of: trial)
  }

  private static func counts(_ coverage: IntervalTrialOutcome.Coverage) -> Bool {
    coverage.expectedEvents.map { $0 >= leastEvents } ?? true
  }

  private static func gates(
    _ outcome: IntervalTrialOutcome, of trial: IntervalTrial
  ) -> [Gate] {
    let harm = trial.harm
    let truth = Metric.place(of: harm.metric).flatMap { outcome.truth[$0].mean }
    func gate(_ looks: String, _ verdicts: [GateVerdict]) -> Gate {
      func share(_ verdict: GateVerdict) -> Double {
        Double(verdicts.count { $0 == verdict }) / Double(max(verdicts.count, 1))
      }
      return Gate(
        gate: "\(harm.metric) <= \(NumberText.percent(harm.limit))", truth: truth, looks: looks,
        kept: share(.kept), undecided: share(.undecided), missed: share(.missed))
    }
    return zip(outcome.sizes, outcome.verdicts).map { gate("after \($0)", $1) }
      + [gate("after each of these", outcome.verdictsOfLooks)]
  }
}

extension IntervalBenchReport {
  var description: String {
    let sizes = Set(rows.map(\.size)).sorted()
    let byMetric = Dictionary(grouping: rows, by: \.metric)
    var table = TextTable(
      header: ["metric", "truth", "events at \(sizes[0])"] + sizes.map { "\($0)" }
        + ["Student at \(sizes[0])"], rows: [])
    table.rows = Metric.all.compactMap { byMetric[$0.key] }.compactMap { rows in
      guard let first = rows.first, rows.contains(where: \.counts),
        let style = Metric.named(first.metric)?.style
      else { return nil }
      return [
        first.metric, style.text(first.truth),
        first.expectedEvents.map { NumberText.decimal($0, 1) } ?? "–",
      ]
        + rows.map { row in
          guard let coverage = row.coverage else { return "–" }
          let text = NumberText.decimal(coverage, 3)
          return row.counts ? text : "(\(text))"
        } + [first.ofStudent.map { NumberText.decimal($0, 3) } ?? "–"]
    }
    let harm = TextTable(
      header: ["gate that the truth misses", "truth", "looks", "kept", "undecided", "missed"],
      rows: gates.map { gate in
        [
          gate.gate, gate.truth.map(NumberText.percent) ?? "–", gate.looks,
          NumberText.percent(gate.kept), NumberText.percent(gate.undecided),
          NumberText.percent(gate.missed),
        ]
      })
    let held = rows.filter(\.counts)
    let least = held.compactMap(\.coverage).min() ?? 1
    let verdict =
      tooLow.isEmpty
      ? "Each of \(held.count) holds the truth in 93% of runs or more, or not significantly fewer; "
        + "the least does in \(NumberText.percent(least))."
      : "Below 93% at the significance level 0.001: \(tooLow.joined(separator: ", "))."
    return """
      How often 95% intervals hold the truth: \(runs) runs of each number of replications, seed \(seed);
      the truth is the mean of all \(replications). Brackets: fewer than five events expected.

      \(table)
      \(harm)
      \(verdict)

      """
  }
}
