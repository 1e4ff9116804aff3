public import GrowthloopFindings
public import GrowthloopModel
public import GrowthloopPlans
public import SimulationKernel
import Statistics
import Vocabulary

/// A parameter of a scenario that is calibrated, with what its sources say beforehand.
public struct CalibratedAxis: Sendable {
  /// What the plan calls it: the parameter, or its median.
  public let name: String
  /// The parameter as the scenario has it.
  public let parameter: Parameter
  /// The range in which it is searched.
  public let range: ParameterAxis
  /// The same in the terms of the calibrator.
  public let calibrated: CalibratedParameter

  /// Creates the axis of a parameter; a measured value, and a grade of A to C with a sourced range,
  /// are a prior, and anything else leaves every value of the range as likely as another.
  ///
  /// So does everything where `heedsSources` is false.
  public init(
    _ parameter: Parameter, called name: String, within range: ParameterAxis,
    heedsSources: Bool = true
  ) {
    self.name = name
    self.parameter = parameter
    self.range = range
    let (low, high) = (range.ends.lowerBound, range.ends.upperBound)
    let scale: NaturalScale =
      switch range.kind {
      case .chance: low > 0 && high < 1 ? .odds : .plain
      case .number, .time: low > 0 ? .ratio : .plain
      }
    var prior = CalibratedParameter.Prior.even
    if heedsSources, let sourced = parameter.range, !sourced.isAssumed, let axis = sourced.axis,
      let wideness = sourced.cases == nil ? Self.wideness(of: parameter) : 1
    {
      let ends = [axis.ends.lowerBound, axis.ends.upperBound].map(scale.place)
      if ends.allSatisfy(\.isFinite), ends[0] < ends[1], range.ends.contains(axis.value) {
        // The range of the sources is taken for 95%.
        prior = .around(axis.value, deviation: wideness * (ends[1] - ends[0]) / 3.92)
      }
    }
    calibrated = CalibratedParameter(
      name, in: low...high, on: scale, prior: prior)
  }

  /// Returns how much wider than the range of its sources a prior is; `nil` for an assumption.
  ///
  /// A range that a file gives beside its source, without a grade, is taken for what it says.
  private static func wideness(of parameter: Parameter) -> Double? {
    switch parameter.grade {
    case .a: 1
    case .b: 1.5
    case .c: 2
    case nil: parameter.source == nil ? nil : 1
    case .d: nil
    }
  }

  /// Returns a value as reports have it: of a delay the median alone.
  public func text(_ value: Double) -> String { Self.median(of: range.spell(value)) }

  /// The value of the scenario.
  public var value: String { Self.median(of: parameter.value) }

  private static func median(of text: String) -> String {
    guard let start = text.firstRange(of: "median: ") else { return text }
    return String(text[start.upperBound...].prefix { $0 != "," && $0 != "}" })
  }

  /// What is known before, in words.
  public var prior: String {
    let ends = "\(text(range.ends.lowerBound)) to \(text(range.ends.upperBound))"
    guard case .around(let value, _) = calibrated.prior, let sourced = parameter.range else {
      return ends
    }
    let reason =
      sourced.cases != nil
      ? "measured" : parameter.grade.map { "grade \($0.rawValue)" } ?? "own range"
    return
      "\(ends); about \(text(value)) (\(Self.median(of: sourced.low)) to \(Self.median(of: sourced.high)), "
      + "\(reason))"
  }
}

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
  /// How many people one person of the runs stands for that an emulator is fitted to.
  ///
  /// Fewer people scatter more, and emulate less exactly: the likelihood counts both. Checks and
  /// forecasts have all people.
  public var standsFor = 1.0
  /// The most runs at draws from the posterior, for what they predict; `nil` for the usual number.
  private var mostChecks: Int?
  /// The days after the table that are simulated as well.
  var further = 0
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
          study.standsFor > 1 ? $0.smaller(by: study.standsFor) : $0, from: study.starts,
          days: table.days + study.further, seed: study.seed,
          replication: UInt32(run), meter: meter)
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
    calibrator.mostChecks = most
    calibrator.seed = seed
    return try await calibrator.calibrate()
  }

  private var most: Int { mostChecks ?? (standsFor > 1 ? Self.fewestChecks : 200) }

  /// Leaves the runs out that check the posterior at the end; its waves are as they were.
  public mutating func leaveOutChecks() {
    runs -= min(most, runs / 10)
    mostChecks = 0
  }

  private func counts(
    of run: CalibrationRun, _ meter: ProgressMeter?
  ) throws -> [CellCount]? {
    let values = zip(axes, run.values).map { $0.range.spell($1) }
    let study = run.isCheck ? ofAll : self
    guard let table = try simulate(values, run.number, study, meter) else { return nil }
    let kept = self.table.form == .totals ? table.totals : table
    return cells.counts(of: kept, standingFor: study.standsFor)
      .map { $0 ?? CellCount(0, of: 0) } + daily.counts(of: kept)
  }

  /// The same study with all people in its runs.
  private var ofAll: CalibrationStudy {
    var study = self
    study.standsFor = 1
    return study
  }

  /// Returns what credited invites bring in the month after the table, as runs at draws from the
  /// posterior show; `nil` without enough of them, and after a cancellation.
  ///
  /// Each run has a draw and random numbers of its own.
  public func nextMonth(
    _ outcome: CalibrationOutcome, on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> CalibratedMonth? {
    guard !outcome.isPartial, !outcome.draws.isEmpty else { return nil }
    var longer = ofAll
    longer.further = Self.month
    let study = longer
    let days = table.days..<table.days + Self.month
    let count = min(monthRuns, outcome.draws.count)
    let places = (0..<count).map { $0 * outcome.draws.count / count }
    let values = outcome.values
    let found: [Double?]
    do {
      found = try await workers.map(count) { number in
        let spelled = zip(study.axes, values[places[number]]).map { $0.range.spell($1) }
        let table = try study.simulate(spelled, outcome.runs + number, study, meter)
        return table?.total(.onboarded, on: days).map { Double($0) }
      }
    } catch is CancellationError {
      return nil
    }
    let kept = found.indices.filter { found[$0] != nil }
    guard let newcomers = Estimate(predictionBy: kept.compactMap { found[$0] }) else { return nil }
    var month = CalibratedMonth()
    month.days = Self.month
    month.firstDay = table.dayAfter
    month.newcomers = Measure(newcomers, in: .count)
    month.inputs = axes.indices.map { axis in
      let correlation = CalibrationOutcome.correlation(
        kept.map { (outcome.draws[places[$0]][axis], found[$0] ?? 0) })
      return CalibratedMonth.Input(
        parameter: axes[axis].name, share: correlation * correlation)
    }.sorted { $0.share > $1.share }
    return month
  }

  private static let month = 30
  /// The runs of the month after the table.
  public var monthRuns: Int { min(standsFor > 1 ? Self.fewestChecks : 100, runs / 10) }
  /// The checks, and the months after the table, of a market that is else too large to run.
  private static let fewestChecks = 50

  /// Returns the stretches of days that are unlike the rest of the table, as runs at draws from the
  /// posterior show.
  func oddStretches(
    _ outcome: CalibrationOutcome
  ) -> [(series: FunnelDays.Series, stretch: OddStretch)] {
    daily.oddStretches(
      of: table, among: outcome.predictions.map { Array($0.dropFirst(cells.cells.count)) },
      discrepancy: discrepancy)
  }

  /// Returns how far the late counts of each stage are from those of the shape of its delay, and which
  /// of them are further than those of all runs at draws from the posterior.
  func delayShapes(_ outcome: CalibrationOutcome) -> [DelayShapeFound] {
    guard let likelihood = outcome.likelihood, let centre = outcome.centre,
      !outcome.predictions.isEmpty
    else { return [] }
    let observed = cells.counts(of: table)
    return cells.shapes.compactMap { shape in
      guard let seen = observed[shape.late] else { return nil }
      func misfit(_ counts: [CellCount?]) -> Double {
        likelihood.misfit(
          of: shape.late, among: shape.others + [shape.late], counts: counts, at: centre)
      }
      let distance = misfit(observed)
      let greatest = outcome.predictions.reduce(Self.leastDistance) {
        max($0, misfit($1).magnitude)
      }
      return DelayShapeFound(
        stage: shape.stage.words, count: seen.count,
        expected: likelihood.mean(of: shape.late, at: centre, exposure: seen.exposure),
        distance: distance, isContradiction: distance.magnitude > greatest)
    }
  }

  /// The least distance of late counts that is called another shape, where few runs say how far one
  /// strays.
  private static let leastDistance = 3.0
}

extension FunnelTable {
  /// The date of the first day after the table; `nil` where it has no dates.
  fileprivate var dayAfter: String? {
    let parts = firstDay?.prefix(10).split(separator: "-").compactMap { Int($0) } ?? []
    guard parts.count == 3 else { return nil }
    let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]).adding(days: Int64(days))
    return [date.year, date.month, date.day].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: "-")
  }
}
