public import GrowthloopFindings
public import Statistics

/// The results of two builds for one scenario under the same random numbers.
public struct GrowthComparison: Sendable, Hashable {
  /// The change of one metric.
  public struct Movement: Sendable, Hashable {
    public let metric: String
    /// Over the replications in which both have a value.
    public let paired: PairedDifference
    /// Candidate − baseline; `nil` before the second pair.
    public var estimate: Estimate? { paired.estimate() }

    /// The same as a proportion of the baseline's mean; `nil` where that is zero.
    public var relative: Estimate? {
      guard let base = paired.before.mean?.magnitude, base > 0 else { return nil }
      return estimate?.mapped { $0 / base }
    }

    /// Whether any replication has a different value.
    public var isMoved: Bool {
      paired.count > 0 && (paired.difference.maximum != 0 || paired.difference.minimum != 0)
    }
  }

  /// The number of replications in both tables.
  public let replications: Int
  /// The number of them that are identical, to the last event.
  public let identical: Int
  /// The metrics in both builds, in the candidate's order.
  public let movements: [Movement]
  /// The metrics in only one of the builds.
  public let lost, gained: [String]

  /// Pairs the replications of both tables by their numbers.
  public init(baseline: ReplicationTable, candidate: ReplicationTable) {
    let before = Dictionary(baseline.rows.map { ($0.number, $0) }) { first, _ in first }
    let pairs = candidate.rows.compactMap { after in before[after.number].map { ($0, after) } }
    replications = pairs.count
    identical = pairs.count { $0.0.digest == $0.1.digest }
    let places = Dictionary(baseline.metrics.enumerated().map { ($1, $0) }) { first, _ in first }
    movements = candidate.metrics.enumerated().compactMap { after, metric in
      guard let before = places[metric] else { return nil }
      var paired = PairedDifference()
      for (base, variant) in pairs {
        guard let old = base.values[before], let new = variant.values[after] else { continue }
        paired.record(before: old, after: new)
      }
      return Movement(metric: metric, paired: paired)
    }
    lost = baseline.metrics.filter { !candidate.metrics.contains($0) }
    gained = candidate.metrics.filter { places[$0] == nil }
  }

  /// Whether every replication is identical, events and metrics alike.
  public var isIdentical: Bool {
    replications > 0 && identical == replications && movements.allSatisfy { !$0.isMoved }
  }

  /// Returns the call on a metric whose growth, or whose fall, is an improvement.
  public func call(
    _ metric: String, isBetterGreater: Bool, tolerance: Tolerance
  ) -> RegressionCall {
    if isIdentical { return .noDifference }
    guard let movement = movements.first(where: { $0.metric == metric }),
      movement.paired.count >= 1
    else { return .undecided }
    guard movement.isMoved else { return .noDifference }
    guard let change = movement.relative else { return .undecided }
    let (low, high) =
      isBetterGreater ? (-change.high, -change.low) : (change.low, change.high)
    if low > tolerance.share { return .worse }
    if high < -tolerance.share { return .better }
    return high <= tolerance.share ? .noDifference : .undecided
  }
}

/// The replications of a simulation, as `replications.csv` holds them.
public struct ReplicationTable: Sendable, Hashable {
  /// A file that is not such a table.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    public let line: Int
    public let words: String
    public var description: String { "line \(line): \(words)" }
  }

  /// One replication: its results under one seed.
  public struct Row: Sendable, Hashable {
    public let number: Int
    public let digest: String
    /// In the order of the metrics; `nil` where one is not defined.
    public let values: [Double?]
  }

  /// The keys of the metrics.
  public let metrics: [String]
  public let rows: [Row]

  private static let leading = ["replication", "events", "digest"]

  /// Reads the table, whose cells are numbers and names without quotes.
  public init(_ text: String) throws(Mistake) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    guard let header = lines.first, Array(header.prefix(3)) == Self.leading else {
      throw Mistake(line: 1, words: "must begin with '\(Self.leading.joined(separator: ","))'")
    }
    metrics = Array(header.dropFirst(3))
    var rows: [Row] = []
    for (number, cells) in lines.enumerated().dropFirst() where cells != [""] {
      guard cells.count == header.count, let replication = Int(cells[0]) else {
        throw Mistake(
          line: number + 1, words: "must have a replication's number and \(header.count) cells")
      }
      var values: [Double?] = []
      for cell in cells.dropFirst(3) {
        let value = Double(cell)
        guard value != nil || cell.isEmpty else {
          throw Mistake(line: number + 1, words: "'\(cell)' must be a number")
        }
        values.append(value)
      }
      rows.append(Row(number: replication, digest: cells[2], values: values))
    }
    self.rows = rows
  }
}
