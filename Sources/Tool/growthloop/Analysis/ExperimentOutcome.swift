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

/// What is seen of a metric of an experiment at the end of some days.
struct ExperimentSight {
  struct Seen {
    let day: Int
    /// The assigned units, or clusters of them, of both arms.
    let units: Int
    let samples: TwoSample
    var z: Double { samples.normalScore }
  }

  private let data: ExperimentData
  private let outcome: ExperimentOutcome
  private let control, treatment: Int
  /// The rows in the order of their days, of which the first is `start`.
  private let rows: [ExperimentOutcome.Row]
  private let start: Int

  init(
    _ data: ExperimentData, _ outcome: ExperimentOutcome, control: Int, treatment: Int,
    from start: Int
  ) {
    self.data = data
    self.outcome = outcome
    self.control = control
    self.treatment = treatment
    self.start = start
    rows = outcome.rows.sorted { $0.day < $1.day }
  }

  /// Returns how many units of both arms, or clusters of them, have a row at the end of each of so
  /// many days.
  func units(untilDay days: Int) -> [Int] {
    var seen: Set<Int> = []
    var next = 0
    return (1...days).map { day in
      while next < rows.count, rows[next].day - start < day {
        let row = rows[next]
        if [control, treatment].contains(outcome.units[row.unit].arm) {
          seen.insert(data.group(ofUnit: row.unit))
        }
        next += 1
      }
      return seen.count
    }
  }

  /// Returns what is seen on these days, rising; a day without new units is left out, and so is one
  /// that cannot compare the arms.
  ///
  /// At the end of a plan the last day takes the place of the one before without new units.
  func seen(on days: [Int], isComplete: Bool = true) -> [Seen] {
    var sums = outcome.units.map { ExperimentOutcome.Sums(arm: $0.arm) }
    var isSeen = [Bool](repeating: false, count: data.groups(outcome).count)
    var next = 0
    var result: [Seen] = []
    for day in days {
      while next < rows.count, rows[next].day - start < day {
        sums[rows[next].unit].add(rows[next])
        isSeen[data.group(ofUnit: rows[next].unit)] = true
        next += 1
      }
      let groups = data.groups(of: outcome.capped(sums))
      guard let seen = compare(zip(groups, isSeen).filter(\.1).map(\.0), day) else { continue }
      if result.last?.units == seen.units {
        guard isComplete, day == days.last else { continue }
        result.removeLast()
      }
      result.append(seen)
    }
    return result
  }

  /// Compares the arms by the estimator that the answer rests on.
  private func compare(_ sums: [ExperimentOutcome.Sums], _ day: Int) -> Seen? {
    let ours = ExperimentAnalysis.sample(sums, control)
    let theirs = ExperimentAnalysis.sample(sums, treatment)
    let adjusted = outcome.hasBefore ? RatioSample.adjusted(control: ours, treatment: theirs) : nil
    guard let own = adjusted?.control ?? ours.summary,
      let other = adjusted?.treatment ?? theirs.summary,
      let samples = TwoSample(control: own, treatment: other)
    else { return nil }
    return Seen(day: day, units: ours.count + theirs.count, samples: samples)
  }
}
