public import SimulationKernel
public import Statistics

/// A race of parameters for the greatest movement of a metric over their own ranges: all run once,
/// and the foremost some more, also with a variant of the base.
public struct InputRace: Sendable {
  /// A parameter with the setups at both ends of its range.
  public struct Entry: Sendable {
    public let yardstick: FairRanking.Yardstick
    let ends: Ends
    /// The same ends of a variant; `nil` where nothing is compared.
    let variant: Ends?
    /// Whether it runs in the final whatever it moves.
    let isSeeded: Bool

    public init(
      _ yardstick: FairRanking.Yardstick, _ ends: Ends, variant: Ends? = nil, isSeeded: Bool = false
    ) {
      self.yardstick = yardstick
      self.ends = ends
      self.variant = variant
      self.isSeeded = isSeeded
    }
  }

  /// The setups at both ends of a range.
  public struct Ends: Sendable {
    let low, high: Setup

    public init(low: Setup, high: Setup) {
      self.low = low
      self.high = high
    }
  }

  /// How far a parameter moves the metric: its value at the high end less that at the low one.
  public struct Movement: Sendable {
    public let yardstick: FairRanking.Yardstick
    public let estimate: Estimate
    /// The difference of the variant from the base at each end; `nil` where nothing is compared.
    public let differences: (low: Estimate, high: Estimate)?
  }

  /// The parameters that run more than once, beside those that are seeded.
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

  /// The replications of both heats, at most.
  public var total: Int {
    let seeded = entries.count(where: \.isSeeded)
    let finalists = min(Self.finalists + seeded, entries.count)
    let compared = entries.contains { $0.variant != nil } ? Self.replications : 0
    return 2 * (entries.count + (Self.replications - 1 + compared) * finalists)
  }

  /// Runs both heats, and returns the finalists, the greatest movement first; `nil` when the task is
  /// cancelled.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain.
  public func run(on workers: Workers, meter: ProgressMeter? = nil) async throws -> [Movement]? {
    guard !entries.isEmpty else { return [] }
    guard let heat = try await values(entries.map(\.ends), 0..<1, workers, meter) else {
      return nil
    }
    let order = entries.indices.sorted {
      let (first, second) = (Self.width(heat[$0]), Self.width(heat[$1]))
      return first == second ? $0 < $1 : first > second
    }
    let finalists = order.enumerated().filter { place, entry in
      place < Self.finalists || entries[entry].isSeeded
    }.map(\.element)
    guard
      let final = try await values(
        finalists.map { entries[$0].ends }, 1..<Self.replications, workers, meter),
      let compared = try await values(
        finalists.compactMap { entries[$0].variant }, 0..<Self.replications, workers, meter)
    else { return nil }
    let isCompared = compared.count == finalists.count
    let movements = finalists.enumerated().compactMap { place, entry -> Movement? in
      let own = heat[entry] + final[place]
      guard let estimate = Self.mean(own.map { Self.difference($0.low, $0.high) }) else {
        return nil
      }
      var differences: (Estimate, Estimate)?
      if isCompared {
        let both = zip(own, compared[place])
        if let low = Self.mean(both.map { Self.difference($0.low, $1.low) }),
          let high = Self.mean(both.map { Self.difference($0.high, $1.high) })
        {
          differences = (low, high)
        }
      }
      return Movement(
        yardstick: entries[entry].yardstick, estimate: estimate, differences: differences)
    }
    return movements.enumerated().sorted { left, right in
      let widths = (
        left.element.estimate.value.magnitude, right.element.estimate.value.magnitude
      )
      return widths.0 == widths.1 ? left.offset < right.offset : widths.0 > widths.1
    }.map(\.element)
  }

  private typealias Values = (low: Double?, high: Double?)

  private static func width(_ values: [Values]) -> Double {
    values.first.flatMap { difference($0.low, $0.high) }?.magnitude ?? -1
  }

  private static func difference(_ before: Double?, _ after: Double?) -> Double? {
    before.flatMap { before in after.map { $0 - before } }
  }

  private static func mean(_ values: [Double?]) -> Estimate? {
    var moments = RunningMoments()
    for value in values { if let value { moments.record(value) } }
    return moments.meanEstimate()
  }

  /// Returns the values at both ends, by replication, with the same random numbers everywhere; `nil`
  /// when the task is cancelled.
  private func values(
    _ ends: [Ends], _ numbers: Range<Int>, _ workers: Workers, _ meter: ProgressMeter?
  ) async throws -> [[Values]]? {
    guard !ends.isEmpty else { return [] }
    let setups = ends.flatMap { [$0.low, $0.high] }
    var batch = Batch(
      setups.map(\.plan), seed: seed, replications: numbers.count, workers: workers, meter: meter)
    batch.first = setups.map { _ in UInt32(numbers.lowerBound) }
    var found = [[Values]](repeating: [], count: ends.count)
    let isComplete = try await batch.run { row in
      for place in found.indices {
        found[place].append(
          (
            row[2 * place].replicate.values[metric], row[2 * place + 1].replicate.values[metric]
          ))
      }
      return true
    }
    return isComplete ? found : nil
  }
}
