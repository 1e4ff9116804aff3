public import SimulationKernel
public import Statistics

/// A race of parameters for the greatest movement of a metric over their own ranges: all run once,
/// and the foremost some more.
public struct InputRace: Sendable {
  /// A parameter with the setups at both ends of its range.
  public struct Entry: Sendable {
    public let yardstick: FairRanking.Yardstick
    let ends: (low: Setup, high: Setup)

    public init(_ yardstick: FairRanking.Yardstick, low: Setup, high: Setup) {
      self.yardstick = yardstick
      ends = (low, high)
    }
  }

  /// How far a parameter moves the metric: its value at the high end less that at the low one.
  public struct Movement: Sendable {
    public let yardstick: FairRanking.Yardstick
    public let estimate: Estimate
  }

  /// The parameters that run more than once.
  public static let finalists = 5
  /// The replications of a finalist.
  public static let replications = 4

  private let entries: [Entry]
  private let metric: Int
  private let seed: UInt64

  /// Creates a race for the metric at that place of `Metric.all`.
  public init(_ entries: [Entry], forMetric metric: Int, seed: UInt64) {
    self.entries = entries
    self.metric = metric
    self.seed = seed
  }

  /// The replications of both heats.
  public var total: Int {
    2 * (entries.count + (Self.replications - 1) * min(Self.finalists, entries.count))
  }

  /// Runs both heats, and returns the finalists, the greatest movement first; `nil` when the task is
  /// cancelled.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain.
  public func run(on workers: Workers, meter: ProgressMeter? = nil) async throws -> [Movement]? {
    guard !entries.isEmpty else { return [] }
    guard let heat = try await differences(entries, 0..<1, workers, meter) else { return nil }
    let order = entries.indices.sorted {
      let (first, second) = (Self.width(heat[$0]), Self.width(heat[$1]))
      return first == second ? $0 < $1 : first > second
    }
    let finalists = order.prefix(Self.finalists)
    guard
      let final = try await differences(
        finalists.map { entries[$0] }, 1..<Self.replications, workers, meter)
    else { return nil }
    let movements = zip(finalists, final).compactMap { place, differences -> Movement? in
      var moments = RunningMoments()
      for difference in heat[place] + differences { moments.record(difference) }
      return moments.meanEstimate().map {
        Movement(yardstick: entries[place].yardstick, estimate: $0)
      }
    }
    return movements.enumerated().sorted { left, right in
      let widths = (
        left.element.estimate.value.magnitude, right.element.estimate.value.magnitude
      )
      return widths.0 == widths.1 ? left.offset < right.offset : widths.0 > widths.1
    }.map(\.element)
  }

  private static func width(_ differences: [Double]) -> Double {
    differences.first?.magnitude ?? -1
  }

  /// Returns the differences between the ends of each entry, by replication, with the same random
  /// numbers at both; `nil` when the task is cancelled.
  private func differences(
    _ entries: [Entry], _ numbers: Range<Int>, _ workers: Workers, _ meter: ProgressMeter?
  ) async throws -> [[Double]]? {
    let setups = entries.flatMap { [$0.ends.low, $0.ends.high] }
    var batch = Batch(
      setups.map(\.plan), seed: seed, replications: numbers.count, workers: workers, meter: meter)
    batch.first = setups.map { _ in UInt32(numbers.lowerBound) }
    var found = [[Double]](repeating: [], count: entries.count)
    let isComplete = try await batch.run { row in
      for place in found.indices {
        let (low, high) = (
          row[2 * place].replicate.values[metric], row[2 * place + 1].replicate.values[metric]
        )
        if let low, let high { found[place].append(high - low) }
      }
      return true
    }
    return isComplete ? found : nil
  }
}
