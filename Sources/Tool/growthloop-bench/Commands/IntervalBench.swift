import GrowthloopStudies
import GrowthloopModel
import GrowthloopFindings
import GrowthloopPlans
import SimulationKernel
import Statistics
import GrowthloopReports

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
      .json.meaning("the same as one JSON document"),
    ], examples: "growthloop-bench intervals --runs 100")

  private static let runs = CommandOption(
    "--runs", "N", "how many runs of each size (default: 1000)")
  private static let effects = CommandOption(
    "--design-effects", "F,F…",
    "measures instead the design effects of metrics in small markets of these scenarios, and prints the "
      + "contents of DesignEffects.swift", completion: .file)

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
    runs = try arguments.number(Self.runs, in: 1...100_000) ?? 1_000
    scenarios = try arguments.one(Self.effects).map {
      $0.split(separator: ",").map(String.init)
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
    var trial = DesignEffectTrial(plans, replications: min(runs, 400))
    trial.seed = seed
    let meter = ProgressMeter()
    let effects = try console.wait { [trial] in
      meter.current.line(of: plans.count * trial.replications, after: $0)
    } for: { [trial, workers] in
      try await trial.run(on: workers, meter: meter)
    }
    guard let effects else { return .interrupted }
    try console.write(isJSON ? effects.json() : DesignEffectTable(effects).source)
    return .success
  }
}
