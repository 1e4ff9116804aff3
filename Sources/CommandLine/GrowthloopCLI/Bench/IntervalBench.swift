import Experiments
import GrowthModel
import Scenarios
import SimulationKernel
import Statistics

/// `growthloop bench intervals`: how often the intervals of metrics hold the truth.
struct IntervalBench {
  private let arguments: Arguments
  private let runs: Int
  private let workers: Workers
  private let seed: UInt64
  private let isJSON: Bool
  /// The scenarios whose design effects are measured; `nil` for the coverage.
  private let scenarios: [String]?

  /// The least share of intervals that hold the truth.
  static let wanted = 0.93

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let options = try RunOptions(arguments)
    workers = options.workers
    seed = options.seed ?? 1
    isJSON = options.isJSON
    runs = try RunOptions.count(arguments, "--runs", most: 100_000) ?? 1_000
    scenarios = try arguments.one("--design-effects").map {
      $0.split(separator: ",").map(String.init)
    }
  }

  func run(on console: any Console) throws -> ExitCode {
    if let scenarios { return try measureDesignEffects(of: scenarios, on: console) }
    var trial = IntervalTrial(GrowthPlan().inSmallMarket, runs: runs)
    trial.seed = seed
    let work = Work(console: console, total: trial.total)
    let outcome = try work.wait { [trial, workers] meter in
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
    let plans = try scenarios.map { try ScenarioChoice.read($0, with: []).value }
      .filter { $0.study == .loop }.map(\.plan.inSmallMarket)
    guard !plans.isEmpty else {
      throw UsageError(description: "'--design-effects' names no scenario of the loop")
    }
    var trial = DesignEffectTrial(plans, replications: min(runs, 400))
    trial.seed = seed
    let work = Work(console: console, total: plans.count * trial.replications)
    let effects = try work.wait { [trial, workers] meter in
      try await trial.run(on: workers, meter: meter)
    }
    guard let effects else { return .interrupted }
    try console.write(isJSON ? effects.json() : DesignEffectTable(effects).source)
    return .success
  }
}
