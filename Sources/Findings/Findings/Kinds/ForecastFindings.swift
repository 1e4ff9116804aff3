/// The findings of `forecast`: how a funnel goes on after the observed days.
public struct ForecastFindings: RunFindings {
  public static let kind = "forecast"

  public var command = ""
  public var title = ""
  public var question: String?
  public var seed: UInt64 = 0
  /// The funnel in words.
  public var funnel = ""
  /// Where the values of the parameters come from, in words.
  public var calibration = ""
  /// The runs, each at a draw of the calibrated values with random numbers of its own.
  public var draws = 0
  public var isPartial = false
  /// The observed days, and the last of them that the calibration did not see.
  public var observedDays = 0
  public var heldOutDays = 0
  /// The days after the observed ones.
  public var horizon = 0
  public var stages: [ForecastStage] = []
  /// Each day from the first observed one: what was counted, and what 95% of the runs count.
  public var days: FigureTable
  /// The same in weeks, from the first day that was held out.
  public var weeks: FigureTable
  /// All days after the observed ones together, in one row.
  public var total: FigureTable
  public var parameters: [Parameter] = []

  public init(days: FigureTable, weeks: FigureTable, total: FigureTable) {
    self.days = days
    self.weeks = weeks
    self.total = total
  }

  /// The key of a stage's counts in the tables, beside that of what is predicted.
  public static func observedKey(_ stage: String) -> String { "\(stage)Observed" }

  /// The columns of the tables that name the first and the last day of a row.
  public static let (firstKey, lastKey) = ("from", "to")

  public var misfit: String? {
    let keys =
      [Self.firstKey, Self.lastKey] + stages.flatMap { [$0.stage, Self.observedKey($0.stage)] }
    for (name, table) in [("days", days), ("weeks", weeks), ("total", total)] {
      if let missing = keys.first(where: { table.cells($0) == nil }) {
        return "\(name) has no column '\(missing)'"
      }
    }
    return total.rows.count == 1 ? nil : "total has \(total.rows.count) rows"
  }

  /// The held-out counts, and those of them within 95% of the runs.
  public var covered: (within: Int, of: Int) {
    stages.reduce((0, 0)) { ($0.0 + $1.within, $0.1 + $1.heldOut) }
  }
}

/// A stage of a forecast, with how it did on the days that were held out.
public struct ForecastStage: Codable, Sendable {
  /// The key of its columns.
  public let stage: String
  /// What is counted, such as "taps".
  public let words: String
  /// The counts of days that were held out, and how many of them are within 95% of the runs.
  public let heldOut, within: Int

  public init(_ stage: String, words: String, heldOut: Int, within: Int) {
    self.stage = stage
    self.words = words
    self.heldOut = heldOut
    self.within = within
  }
}
