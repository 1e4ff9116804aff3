public import GrowthloopFindings
public import GrowthloopModel
public import GrowthloopPlans
public import SimulationKernel
import Statistics
import Vocabulary

/// Runs of a calibrated scenario through the observed days and on: one at each draw from the posterior,
/// each with random numbers of its own, so that both what is not known and chance are in the spread.
public struct ForecastStudy: Sendable {
  /// A plan for each draw.
  public let plans: [GrowthPlan]
  /// What was observed.
  public let table: FunnelTable
  /// The last observed days that the draws do not know of.
  public let heldOut: Int
  /// The days after the observed ones.
  public let horizon: Int
  /// The day of the scenario on which the table begins.
  public let starts: Int
  public let seed: UInt64

  public init(
    _ plans: [GrowthPlan], after table: FunnelTable, heldOut: Int, horizon: Int, starts: Int,
    seed: UInt64
  ) {
    precondition(plans.count > 1 && horizon > 0, "\(plans.count) runs of \(horizon) days")
    self.plans = plans
    self.table = table
    self.heldOut = heldOut
    self.horizon = horizon
    self.starts = starts
    self.seed = seed
  }

  /// No run of a calibration has the random numbers of these.
  private static let first: UInt32 = 2_000_000

  /// Returns the counts of each run, by stage and then by day.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain, and
  ///   `CancellationError` once the task is cancelled.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> [[[Int]]] {
    try await workers.map(plans.count) { number in
      let run = try FunnelTable.simulated(
        plans[number], from: starts, days: table.days + horizon, seed: seed,
        replication: Self.first + UInt32(number), meter: meter)
      return table.stages.map { stage in
        (0..<table.days + horizon).map { run.total(stage, on: $0) ?? 0 }
      }
    }
  }
}

extension ForecastFindings {
  /// Creates the findings of the counts that the study returned.
  public init(_ counts: [[[Int]]], of study: ForecastStudy) {
    let observed = study.table.days
    let names = Self.names(from: study.table.firstDay, count: observed + study.horizon)
    let known = observed - study.heldOut
    let weeks =
      stride(from: known, to: observed, by: 7).map { $0..<min($0 + 7, observed) }
      + stride(from: observed, to: names.count, by: 7).map { $0..<min($0 + 7, names.count) }
    func table(_ rows: [Range<Int>]) -> FigureTable {
      FigureTable(
        of: rows,
        [
          .words(Self.firstKey) { names[$0.lowerBound] },
          .words(Self.lastKey) { names[$0.upperBound - 1] },
        ]
          + study.table.stages.enumerated().flatMap { place, stage in
            [
              .figure(stage.rawValue, stage.words, .count) { days in
                let sums = counts.map { run in
                  Double(days.reduce(0) { $0 + run[place][$1] })
                }
                return Measure(
                  Estimate(predictionBy: sums)?.clamped(to: 0 ... .infinity), in: .count)
              },
              .number(Self.observedKey(stage.rawValue), "counted", .whole) { days in
                days.upperBound <= observed
                  ? study.table.total(stage, on: days).map(Double.init) : nil
              },
            ]
          })
    }
    self.init(
      days: table(names.indices.map { $0..<$0 + 1 }), weeks: table(weeks),
      total: table([observed..<names.count]))
    seed = study.seed
    draws = counts.count
    observedDays = observed
    heldOutDays = study.heldOut
    horizon = study.horizon
    // A total of several days may be that of a week.
    let (rows, first) = study.table.periods.isEmpty ? (days, known) : (self.weeks, 0)
    stages = study.table.stages.map { stage in
      let pairs = zip(
        rows.figures(stage.rawValue), rows.figures(Self.observedKey(stage.rawValue))
      ).dropFirst(first).compactMap { predicted, counted in
        counted.value.flatMap { value in predicted.interval.map { $0.contains(value) } }
      }
      return ForecastStage(
        stage.rawValue, words: stage.words, heldOut: pairs.count, within: pairs.count { $0 })
    }
  }

  /// Returns the dates of days in a row; their numbers from 1 where the first has no date.
  private static func names(from first: String?, count: Int) -> [String] {
    let parts = first?.prefix(10).split(separator: "-").compactMap { Int($0) } ?? []
    guard parts.count == 3 else { return (1...count).map { "day \($0)" } }
    let start = CivilDate(year: parts[0], month: parts[1], day: parts[2]).daysSinceEpoch
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (0..<count).map { day in
      let date = CivilDate(daysSinceEpoch: start + Int64(day))
      return "\(date.year)-\(digits(date.month))-\(digits(date.day))"
    }
  }
}
