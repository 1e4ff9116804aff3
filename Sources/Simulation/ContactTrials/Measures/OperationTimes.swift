public import Statistics

/// How long the steps of an operation took, in nanoseconds, each step once in every round.
public struct OperationTimes: Sendable {
  public let operation: ContactOperation
  /// Every single time.
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

  /// Takes in a round: the time of each step, in the order of every round.
  public mutating func add(_ round: [UInt64]) {
    precondition(rounds.isEmpty || round.count == steps, "every round has the same steps")
    for time in round { all.record(time) }
    rounds.append(round)
  }

  /// The percentile over the steps of what each of them takes, with what luck the rounds have left in
  /// it.
  ///
  /// What a step takes is the median over its rounds: on a machine that others share, a single time
  /// tells of the scheduler, the median of the work. `low` and `high` are the same percentile of what
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
}
