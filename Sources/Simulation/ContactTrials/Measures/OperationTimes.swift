public import Statistics

/// How long the steps of an operation took, in nanoseconds, each step once in every round.
public struct OperationTimes: Sendable {
  public let operation: ContactOperation
  /// Every single time, as a clock on the wall has it.
  public private(set) var all: HDRHistogram
  private var rounds: [[UInt64]] = []

  /// Up to ten minutes, to three digits.
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

  /// How many different steps there are.
  public var steps: Int { rounds.first?.count ?? 0 }
  public var roundCount: Int { rounds.count }

  /// Takes in a round: what a core worked on each step, in the order of every round, and how long
  /// each took.
  public mutating func add(_ work: [UInt64], elapsed: [UInt64]) {
    precondition(rounds.isEmpty || work.count == steps, "every round has the same steps")
    for time in elapsed { all.record(time) }
    rounds.append(work)
  }

  /// The percentile over the steps of what each of them takes, with what luck the rounds have left in
  /// it.
  ///
  /// What a step takes is the work of a core on it, at the median over its rounds: on a machine that
  /// others share, the clock on the wall tells of the scheduler, and a single time of the caches. `low` and `high` are the same percentile of what
  /// each step took in a better and in a worse round, at the ends of a 95% interval of the median;
  /// where there are too few rounds for one, in the best and the worst.
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

  /// The mean over the steps of what each of them takes.
  public var typicalMean: Double {
    let middle = (rounds.count + 1) / 2
    let sum = (0..<steps).reduce(0.0) { sum, step in
      sum + Double(rounds.map { $0[step] }.sorted()[middle - 1])
    }
    return steps == 0 ? 0 : sum / Double(steps)
  }
}
