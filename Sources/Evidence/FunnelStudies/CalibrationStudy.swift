public import Calibration
import Diagnostics
public import Experiments
public import Funnels
public import GrowthModel
public import SimulationKernel

/// The calibration of a scenario's parameters to a funnel.
public struct CalibrationStudy: Sendable {
  public let axes: [CalibratedAxis]
  public let table: FunnelTable
  public let cells: FunnelCells
  public var discrepancy = 0.03
  public var runs = 2_000
  public var waves = 5
  public var seed: UInt64 = 1
  /// The day of the scenario on which the table begins.
  public var starts = 0
  /// Returns the plan of values as files spell them; `nil` where they contradict each other.
  let plan: @Sendable ([String]) throws -> GrowthPlan?

  /// Creates the study of `axes`, of which there is at least one.
  public init(
    _ axes: [CalibratedAxis], to table: FunnelTable, heldOut: Int = 0,
    plan: @escaping @Sendable ([String]) throws -> GrowthPlan?
  ) {
    self.axes = axes
    self.table = table
    cells = FunnelCells(of: table, heldOut: heldOut)
    self.plan = plan
  }

  /// Calibrates; the result does not depend on the number of workers.
  ///
  /// After a cancellation it is that of the waves which had finished.
  ///
  /// - Throws: The errors of `plan`, and `InvalidParameter` for behaviour outside of a
  ///   distribution's domain.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> CalibrationOutcome {
    let counts = cells.counts(of: table)
    let observed = counts.indices.map { cells.isCompared($0) ? counts[$0] : nil }
    var calibrator = Calibrator(
      axes.map(\.calibrated), cells.cells, observed: observed
    ) { runs in
      try await workers.map(runs.count) { number in
        try simulate(runs[number], meter)
      }
    }
    calibrator.discrepancy = discrepancy
    calibrator.runs = runs
    calibrator.waves = waves
    calibrator.seed = seed
    return try await calibrator.calibrate()
  }

  private func simulate(_ run: CalibrationRun, _ meter: ProgressMeter?) throws -> [CellCount]? {
    let values = zip(axes, run.values).map { $0.range.spell($1) }
    guard let plan = try plan(values) else { return nil }
    let table = try FunnelTable.simulated(
      plan, from: starts, days: table.days, seed: seed, replication: UInt32(run.number),
      meter: meter)
    let kept = self.table.form == .totals ? table.totals : table
    return cells.counts(of: kept).map { $0 ?? CellCount(0, of: 0) }
  }
}
