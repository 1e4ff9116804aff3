public import GrowthloopPlans

/// The counts of a funnel that a calibration compares: none depends on what another one says.
///
/// The first stage counts by weeks. Each further one is a hazard: of the invites that reached the
/// stage before by the end of some days, and not this one earlier, how many do within these days. A
/// cohort counts where it was observed to their end. Totals by day count by days and weeks.
public struct FunnelCells: Sendable {
  /// One count.
  enum Spec: Hashable, Sendable {
    /// The first stage's count in some days.
    case head(FunnelStage, Range<Int>)
    case invitesOfShares
    case hazard(FunnelStage, of: FunnelStage, lags: Range<Int>)
    /// All that comes two days after sending and later.
    case late(FunnelStage, of: FunnelStage)
    case total(FunnelStage, Range<Int>)
    /// All that happens on days that were held out.
    case heldOut(FunnelStage, Range<Int>)
  }

  /// The days that are compared, and all.
  public let fittedDays: Int
  public let days: Int
  let specs: [Spec]
  /// The cells of the logged stages, and those of each stage if it were logged as well.
  let logged: Set<Spec>
  let withStage: [FunnelStage: Set<Spec>]

  /// Creates the cells of a table whose last days are held out.
  public init(of table: FunnelTable, heldOut: Int = 0) {
    self.init(
      table.form, days: table.days, heldOut: heldOut, stages: table.stages, periods: table.periods)
  }

  /// Creates the cells of such a table.
  public init(
    _ form: FunnelTable.Form, days: Int, heldOut: Int = 0, stages: [FunnelStage],
    periods: [FunnelTable.Period] = []
  ) {
    self.days = days
    let fittedDays = max(1, days - heldOut)
    self.fittedDays = fittedDays
    // A total of several days is a cell as it is.
    let ofPeriods = Set(periods.map(\.stage))
    let own =
      Self.specs(form, fittedDays, stages.filter { !ofPeriods.contains($0) })
      + periods.filter { $0.days.upperBound <= fittedDays }.map { .total($0.stage, $0.days) }
    logged = Set(own)
    var specs = own
    var withStage: [FunnelStage: Set<Spec>] = [:]
    for stage in FunnelStage.allCases where !stages.contains(stage) {
      let more =
        periods.isEmpty
        ? Self.specs(
          form, fittedDays, FunnelStage.allCases.filter { (stages + [stage]).contains($0) })
        : own + Self.specs(ofPeriods: periods, stage, fittedDays)
      withStage[stage] = Set(more)
      specs += more.filter { !specs.contains($0) }
    }
    self.withStage = withStage
    if form == .cohorts, fittedDays > Spec.firstLate {
      specs += FunnelStage.steps(of: stages).filter { $0.later != .sent }.map {
        .late($0.later, of: $0.earlier)
      }
    }
    let later = fittedDays..<days
    specs += stages.flatMap { stage in
      ofPeriods.contains(stage)
        ? periods.filter { $0.stage == stage && $0.days.lowerBound >= fittedDays }
          .map { .heldOut(stage, $0.days) }
        : Self.weeks(later).map { .heldOut(stage, $0) }
    }
    self.specs = specs
  }

  /// The ends of the groups of lags, in days; hours and first days tell most about a delay.
  private static let ends = [1, 2, 3, 5, 8, 15, 29, 57]

  private static func specs(
    _ form: FunnelTable.Form, _ days: Int, _ stages: [FunnelStage]
  ) -> [Spec] {
    if form == .totals {
      return stages.flatMap { stage in
        (0..<min(7, days)).map { .total(stage, $0..<$0 + 1) }
          + weeks(min(7, days)..<days).map { .total(stage, $0) }
      }
    }
    guard let head = stages.first else { return [] }
    var specs = weeks(0..<days).map { Spec.head(head, $0) }
    for (earlier, later) in FunnelStage.steps(of: stages) {
      if later == .sent {
        specs.append(.invitesOfShares)
        continue
      }
      var start = 0
      for end in ends where end <= days {
        specs.append(.hazard(later, of: earlier, lags: start..<end))
        start = end
      }
    }
    return specs
  }

  /// Returns the totals of a stage over the days of every period, each once.
  private static func specs(
    ofPeriods periods: [FunnelTable.Period], _ stage: FunnelStage, _ days: Int
  ) -> [Spec] {
    var seen: Set<Range<Int>> = []
    return periods.map(\.days).filter { $0.upperBound <= days && seen.insert($0).inserted }
      .map { .total(stage, $0) }
  }

  private static func weeks(_ days: Range<Int>) -> [Range<Int>] {
    stride(from: days.lowerBound, to: days.upperBound, by: 7).map {
      $0..<min($0 + 7, days.upperBound)
    }
  }

  /// The cells in the words of the calibrator.
  public var cells: [CalibrationCell] { specs.map(\.cell) }

  /// Whether a cell is compared: of a logged stage, and not held out.
  public func isCompared(_ cell: Int) -> Bool { logged.contains(specs[cell]) }

  /// Whether a cell is of days that were held out.
  public func isHeldOut(_ cell: Int) -> Bool {
    if case .heldOut = specs[cell] { true } else { false }
  }

  /// The stages that are not logged, in the order of the funnel.
  public var unlogged: [FunnelStage] { FunnelStage.allCases.filter { withStage[$0] != nil } }

  /// Whether a cell would be compared if `stage` were logged as well.
  public func isCompared(_ cell: Int, logging stage: FunnelStage) -> Bool {
    withStage[stage]?.contains(specs[cell]) ?? false
  }

  /// Returns the counts of a table in every cell; `nil` where one that it needs is missing.
  ///
  /// Where one person of the table stands for several, a day of it is a part of a day: fewer people
  /// do so much less.
  public func counts(of table: FunnelTable, standingFor people: Double = 1) -> [CellCount?] {
    specs.map { spec in
      let count = spec.count(in: table, days: fittedDays)
      guard people != 1, spec.isOfDays else { return count }
      return count.map { CellCount($0.count, of: $0.exposure / people) }
    }
  }
}

// MARK: Shapes of delays

extension FunnelCells {
  /// The counts of a stage that show the shape of the delay before it beside its chance and its median.
  struct Shape {
    let stage: FunnelStage
    /// What comes two days after sending and later, together: one by one these counts are too small.
    let late: Int
    /// The cells to hold it against: all that are compared, but those that it has in it.
    let others: [Int]
  }

  /// The stages that are counted by lag.
  var shapes: [Shape] {
    specs.indices.compactMap { late in
      guard case .late(let stage, _) = specs[late] else { return nil }
      let others = specs.indices.filter { isCompared($0) && !specs[$0].isLate(of: stage) }
      return Shape(stage: stage, late: late, others: others)
    }
  }
}

extension FunnelCells.Spec {
  /// Whether it counts what comes of a stage two days after sending or later.
  fileprivate func isLate(of stage: FunnelStage) -> Bool {
    guard case .hazard(stage, _, let lags) = self else { return false }
    return lags.lowerBound >= Self.firstLate
  }

  /// Whether what it counts is of so many days, rather than of people who could.
  var isOfDays: Bool {
    switch self {
    case .head, .total, .heldOut: true
    case .invitesOfShares, .hazard, .late: false
    }
  }

  /// The lag from which a count is late, in days: sending and midnight leave no other mark on it.
  static let firstLate = 2

  var cell: CalibrationCell {
    switch self {
    case .head(let stage, let days):
      CalibrationCell("\(stage.words) \(Self.words(days))", stage: stage.rawValue, .rate)
    case .invitesOfShares:
      CalibrationCell("invites of a share", stage: FunnelStage.sent.rawValue, .rate)
    case .hazard(let stage, let earlier, let lags):
      CalibrationCell(
        "\(stage.words) of \(earlier.words) \(Self.words(afterSending: lags))",
        stage: stage.rawValue, .share)
    case .late(let stage, let earlier):
      CalibrationCell(
        "\(stage.words) of \(earlier.words) 2 days after sending and later", stage: stage.rawValue,
        .share)
    case .total(let stage, let days), .heldOut(let stage, let days):
      CalibrationCell("\(stage.words) \(Self.words(days))", stage: stage.rawValue, .rate)
    }
  }

  private static func words(_ days: Range<Int>) -> String {
    days.count == 1
      ? "on day \(days.upperBound)" : "on days \(days.lowerBound + 1) to \(days.upperBound)"
  }

  private static func words(afterSending lags: Range<Int>) -> String {
    if lags == 0..<1 { return "on the day of sending" }
    return lags.count == 1
      ? "\(lags.lowerBound) \(lags.lowerBound == 1 ? "day" : "days") after sending"
      : "\(lags.lowerBound) to \(lags.upperBound - 1) days after sending"
  }

  fileprivate func count(in table: FunnelTable, days: Int) -> CellCount? {
    switch self {
    case .head(let stage, let range): known(range.map { table[stage, $0] })
    case .total(let stage, let range), .heldOut(let stage, let range):
      table.total(stage, on: range).map { CellCount(Double($0), of: Double(range.count)) }
    case .invitesOfShares:
      sum((0..<days).map { table[.shared, $0] }).flatMap { shares in
        // The first recipient of a share is one by definition.
        sum((0..<days).map { table[.sent, $0] }).map {
          CellCount(Double(max(0, $0 - shares)), of: Double(shares))
        }
      }
    case .hazard(let stage, let earlier, let lags):
      hazard(of: stage, earlier, in: table, days) { $0 + lags.upperBound <= days ? lags : nil }
    case .late(let stage, let earlier):
      hazard(of: stage, earlier, in: table, days) { sent in
        Self.firstLate < days - sent ? Self.firstLate..<days - sent : nil
      }
    }
  }

  private func sum(_ counts: [Int?]) -> Int? {
    counts.reduce(0) { sum, count in sum.flatMap { sum in count.map { sum + $0 } } }
  }

  /// Returns the counts of the days that are known; `nil` where none is.
  private func known(_ counts: [Int?]) -> CellCount? {
    let known = counts.compactMap(\.self)
    return known.isEmpty ? nil : CellCount(Double(known.reduce(0, +)), of: Double(known.count))
  }

  /// Counts the events of every cohort within its lags, of those who could still come.
  private func hazard(
    of stage: FunnelStage, _ earlier: FunnelStage, in table: FunnelTable, _ days: Int,
    _ window: (Int) -> Range<Int>?
  ) -> CellCount? {
    var (count, atRisk) = (0, 0)
    var isKnown = false
    for cohort in 0..<days {
      // A cohort with a missing count is left out.
      guard let lags = window(cohort), let now = sum(lags.map { table[stage, cohort, $0] }),
        let before = sum((0..<lags.lowerBound).map { table[stage, cohort, $0] }),
        let reached = sum((0..<lags.upperBound).map { table[earlier, cohort, $0] })
      else { continue }
      isKnown = true
      count += now
      atRisk += max(reached - before, now)
    }
    return isKnown ? CellCount(Double(count), of: Double(atRisk)) : nil
  }
}
