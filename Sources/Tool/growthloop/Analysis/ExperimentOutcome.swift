import Statistics

/// What the rows of an experiment say of one metric.
struct ExperimentOutcome {
  /// A row without its texts: the place of its unit, and what it adds to it.
  struct Row {
    let unit: Int
    let numerator, denominator, before: Double
    /// The day, counted from any day; 0 without that column.
    let day: Int
  }

  /// A unit, or a cluster of them, with the sums of its rows.
  struct Sums {
    let arm: Int
    var numerator = 0.0
    var denominator = 0.0
    var before = 0.0

    mutating func add(_ row: Row) {
      numerator += row.numerator
      denominator += row.denominator
      before += row.before
    }

    mutating func add(_ other: Sums) {
      numerator += other.numerator
      denominator += other.denominator
      before += other.before
    }
  }

  /// How large a unit's numerator counts at most.
  enum Cap {
    case at(Double)
    /// The value that this share of all units does not exceed.
    case quantile(Double)
  }

  let columns: ExperimentColumns.Metric
  /// The rows that count, in their order.
  var rows: [Row] = []
  /// The units, in the order of their first rows.
  var units: [Sums] = []
  /// Whether several rows of a unit were summed to one value, without denominators.
  var hasSummedRows = false
  /// What each unit did before, with the line that said so first.
  var befores: [Int: (value: Double, line: Int)] = [:]
  /// What a unit's numerator counts at most, and the units that had more; `nil` without a cap.
  private(set) var cap: (value: Double, units: Int)?

  init(_ columns: ExperimentColumns.Metric) {
    self.columns = columns
  }

  var hasDenominators: Bool { columns.denominator != nil }
  var hasBefore: Bool { columns.covariate != nil }

  /// Whether its values are proportions.
  var isShare: Bool {
    hasDenominators ? columns.isPart : units.allSatisfy { (0...1).contains($0.numerator) }
  }

  /// Sets what a unit's numerator counts at most; `nil` for a cap that leaves nothing that varies.
  mutating func limit(to cap: Cap) -> Double? {
    let numerators = units.map(\.numerator).sorted()
    guard let last = numerators.last else { return nil }
    let value =
      switch cap {
      case .at(let value): value
      case .quantile(let share):
        numerators[
          min(numerators.count - 1, Int((share * Double(numerators.count)).rounded(.up)) - 1)]
      }
    guard value > numerators[0] else { return nil }
    self.cap = (min(value, last), numerators.count { $0 > value })
    return value
  }

  /// Returns the sums with what is beyond the cap left out.
  func capped(_ sums: [Sums]) -> [Sums] {
    guard let cap else { return sums }
    return sums.map {
      var sums = $0
      sums.numerator = min(sums.numerator, cap.value)
      return sums
    }
  }
}
