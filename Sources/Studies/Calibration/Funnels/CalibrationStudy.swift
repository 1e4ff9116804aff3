import GrowthloopFindings
public import GrowthloopPlans
public import GrowthloopModel
public import SimulationKernel

/// The calibration of a scenario's parameters to a funnel.
public struct CalibrationStudy: Sendable {
  public let axes: [CalibratedAxis]
  public let table: FunnelTable
  public let cells: FunnelCells
  /// What is predicted of each day, without being compared.
  public let daily: FunnelDays
  public var discrepancy = 0.03
  public var runs = 2_000
  public var waves = 5
  public var seed: UInt64 = 1
  /// The day of the scenario on which the table begins.
  public var starts = 0
  /// Simulates values as files spell them, with random numbers by the number of the run; `nil` where
  /// they contradict each other.
  private let simulate: Simulation

  /// Returns the table of a run.
  public typealias Simulation =
    @Sendable (_ values: [String], _ run: Int, _ study: CalibrationStudy, _ meter: ProgressMeter?)
    throws -> FunnelTable?

  /// Creates the study of `axes`, of which there is at least one.
  public init(
    _ axes: [CalibratedAxis], to table: FunnelTable, heldOut: Int = 0,
    simulating simulate: @escaping Simulation
  ) {
    self.axes = axes
    self.table = table
    cells = FunnelCells(of: table, heldOut: heldOut)
    daily = FunnelDays(of: table)
    self.simulate = simulate
  }

  /// Creates the study of the plans that values make; `plan` returns `nil` where they contradict each
  /// other.
  public init(
    _ axes: [CalibratedAxis], to table: FunnelTable, heldOut: Int = 0,
    plan: @escaping @Sendable ([String]) throws -> GrowthPlan?
  ) {
    self.init(axes, to: table, heldOut: heldOut) { values, run, study, meter in
      try plan(values).map {
        try FunnelTable.simulated(
          $0, from: study.starts, days: table.days, seed: study.seed, replication: UInt32(run),
          meter: meter)
      }
    }
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
        try self.counts(of: runs[number], meter)
      }
    }
    calibrator.discrepancy = discrepancy
    calibrator.runs = runs
    calibrator.waves = waves
    calibrator.seed = seed
    return try await calibrator.calibrate()
  }

  private func counts(
    of run: CalibrationRun, _ meter: ProgressMeter?
  ) throws -> [CellCount]? {
    let values = zip(axes, run.values).map { $0.range.spell($1) }
    guard let table = try simulate(values, run.number, self, meter) else { return nil }
    let kept = self.table.form == .totals ? table.totals : table
    return cells.counts(of: kept).map { $0 ?? CellCount(0, of: 0) } + daily.counts(of: kept)
  }

  /// Returns the stretches of days that are unlike the rest of the table, as runs at draws from the
  /// posterior show.
  func oddStretches(
    _ outcome: CalibrationOutcome
  ) -> [(series: FunnelDays.Series, stretch: OddStretch)] {
    daily.oddStretches(
      of: table, among: outcome.predictions.map { Array($0.dropFirst(cells.cells.count)) },
      discrepancy: discrepancy)
  }
}
