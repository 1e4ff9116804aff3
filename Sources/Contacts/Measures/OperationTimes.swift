public import Statistics

/// The times of the steps of an operation, in nanoseconds, each step once in every round.
public struct OperationTimes: Sendable {
  public let operation: ContactOperation
  /// All elapsed times by the wall clock.
  public private(set) var all: HDRHistogram
  private var rounds: [[UInt64]] = []

  /// A layout up to ten minutes, with three digits.
  private static let layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 600_000_000_000, digits: 3) else {
      preconditionFailure("ten minutes in nanoseconds have a layout")
    }
    return layout
  }()

  public init(_ operation: ContactOperation) {
    self.operation = operation
    all = HDRHistogram(layout: Self.layout)
  }

  /// The number of steps.
  public var steps: Int { rounds.first?.count ?? 0 }
  public var roundCount: Int { rounds.count }

  /// Adds a round: the CPU time and the elapsed time of each step, in the same order in every
  /// round.
  public mutating func add(_ work: [UInt64], elapsed: [UInt64]) {
    precondition(rounds.isEmpty || work.count == steps, "every round has the same steps")
    for time in elapsed { all.record(time) }
    rounds.append(work)
  }

  /// Returns the percentile over the steps of each step's CPU time, with the uncertainty of the
  /// rounds.
  ///
  /// The time of a step is its median CPU time over the rounds: on a shared machine the wall clock
  /// also measures the scheduler, and a single time the caches. `low` and `high` are the same
  /// percentile of the ends of each step's 95% interval of the median; with too few rounds for an
  /// interval, of its best and worst round.
  public func typical(_ percentile: Double) -> (low: UInt64, value: UInt64, high: UInt64) {
    let interval = QuantileInterval(of: 0.5, among: rounds.count)
    let middle = (rounds.count + 1) / 2
    let ranks = [interval?.lowerRank ?? 1, middle, interval?.upperRank ?? rounds.count]
    var found = [[UInt64]](repeating: [], count: ranks.count)
    for step in 0..<steps {
      let times = rounds.map { $0[step] }.sorted()
      for (place, rank) in ranks.enumerated() { found[place].append(times[rank - 1]) }
    }
    let values = found.map { times in
      let rank = QuantileInterval.rank(of: percentile / 100, among: times.count)
      return times.isEmpty ? 0 : times.sorted()[rank - 1]
    }
    return (values[0], values[1], values[2])
  }

  /// The same in milliseconds.
  public func measured(_ percentile: Double) -> Measure {
    let (low, value, high) = typical(percentile)
    return Measure(
      Double(value) / 1e6, from: Double(low) / 1e6, to: Double(high) / 1e6, in: .milliseconds)
  }

  /// The mean over the steps of each step's median CPU time.
  public var typicalMean: Double {
    let middle = (rounds.count + 1) / 2
    let sum = (0..<steps).reduce(0.0) { sum, step in
      sum + Double(rounds.map { $0[step] }.sorted()[middle - 1])
    }
    return steps == 0 ? 0 : sum / Double(steps)
  }
}
