public import SimulationKernel
public import Statistics

/// A race of parameters for the greatest movement of a metric over their own ranges: all run once,
/// and the foremost some more.
///
/// Beside a difference from a variant the foremost run with it, too, in search of the end at which
/// the difference turns. So few runs only propose one: that end runs as often as the comparison did,
/// with random numbers of its own, and nothing is said of the others.
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
    /// Whether an end is the base itself, whose difference is known.
    let isBase: (low: Bool, high: Bool)

    public init(low: Setup, high: Setup, isBase: (low: Bool, high: Bool) = (false, false)) {
      self.low = low
      self.high = high
      self.isBase = isBase
    }
  }

  /// How far a parameter moves the metric: its value at the high end less that at the low one.
  public struct Movement: Sendable {
    public let yardstick: FairRanking.Yardstick
    public let estimate: Estimate
    /// The difference of the variant from the base at each end; `nil` where nothing is compared.
    public let differences: (low: Estimate, high: Estimate)?
    /// The base's values at both ends, of which the differences are shares.
    fileprivate let levels: (low: Double, high: Double)
    /// The end that turns the difference, or comes nearest to it, by runs of its own; `nil` for all
    /// parameters but one.
    public fileprivate(set) var turn: (isHigh: Bool, difference: Estimate)?

    /// Returns the same of a metric that is so many times greater.
    public func scaled(by factor: Double) -> Movement {
      func scaled(_ estimate: Estimate) -> Estimate { estimate.mapped { $0 * factor } }
      var movement = Movement(
        yardstick: yardstick, estimate: scaled(estimate),
        differences: differences.map { (scaled($0.low), scaled($0.high)) },
        levels: (levels.low * factor, levels.high * factor))
      movement.turn = turn.map { ($0.isHigh, scaled($0.difference)) }
      return movement
    }
  }

  /// The difference of the variant from the base, with the number of its replications.
  public struct Compared: Sendable {
    let difference: Estimate
    let replications: Int

    public init(_ difference: Estimate, in replications: Int) {
      self.difference = difference
      self.replications = replications
    }
  }

  /// The parameters that run more than once, beside those that are seeded.
  public static let finalists = 5
  /// The replications of a finalist.
  public static let replications = 4

  private let entries: [Entry]
  private let metric: Int
  private let seed: UInt64
  private let compared: Compared?

  /// Creates a race for the metric at that place of `Metric.all`.
  ///
  /// Variants run only beside a difference that is `compared`.
  public init(
    _ entries: [Entry], forMetric metric: Int, seed: UInt64, beside compared: Compared? = nil
  ) {
    self.entries = entries
    self.metric = metric
    self.seed = seed
    self.compared = compared
  }

  /// The replications of both heats, at most.
  public var total: Int {
    let seeded = entries.count(where: \.isSeeded)
    let finalists = min(Self.finalists + seeded, entries.count)
    let heats = 2 * (entries.count + (Self.replications - 1) * finalists)
    guard let compared else { return heats }
    return heats + 2 * (Self.replications * finalists + compared.replications)
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
        self.compared == nil ? [] : finalists.compactMap { entries[$0].variant },
        0..<Self.replications, workers, meter)
    else { return nil }
    let isCompared = compared.count == finalists.count
    var movements = finalists.enumerated().compactMap { place, entry -> Movement? in
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
      let levels = (Self.mean(own.map(\.low)), Self.mean(own.map(\.high)))
      return Movement(
        yardstick: entries[entry].yardstick, estimate: estimate, differences: differences,
        levels: (levels.0?.value ?? 0, levels.1?.value ?? 0))
    }
    guard try await addTurn(to: &movements, workers, meter) else { return nil }
    return movements.enumerated().sorted { left, right in
      let widths = (
        left.element.estimate.value.magnitude, right.element.estimate.value.magnitude
      )
      return widths.0 == widths.1 ? left.offset < right.offset : widths.0 > widths.1
    }.map(\.element)
  }

  /// Runs the end that comes nearest to turning the difference; returns whether it ended without a
  /// cancellation.
  ///
  /// Nearest is as a share of the base there: where everything is nearly nothing, the difference is,
  /// too.
  private func addTurn(
    to movements: inout [Movement], _ workers: Workers, _ meter: ProgressMeter?
  ) async throws -> Bool {
    guard let compared else { return true }
    let sign: Double = compared.difference.value < 0 ? -1 : 1
    var nearest: (place: Int, isHigh: Bool, base: Setup, variant: Setup, share: Double)?
    for (place, movement) in movements.enumerated() {
      guard let differences = movement.differences,
        let entry = entries.first(where: { $0.yardstick.key == movement.yardstick.key }),
        let variant = entry.variant
      else { continue }
      let ends = [
        (
          false, entry.ends.isBase.low, entry.ends.low, variant.low,
          differences.low.value / movement.levels.low.magnitude
        ),
        (
          true, entry.ends.isBase.high, entry.ends.high, variant.high,
          differences.high.value / movement.levels.high.magnitude
        ),
      ]
      for (isHigh, isBase, base, variant, share) in ends
      where !isBase && share.isFinite && sign * share < nearest?.share ?? .infinity {
        nearest = (place, isHigh, base, variant, sign * share)
      }
    }
    guard let nearest else { return true }
    let plans = [nearest.base.plan, nearest.variant.plan]
    var batch = Batch(
      plans, seed: seed, replications: compared.replications, workers: workers, meter: meter)
    batch.first = plans.map { _ in UInt32(compared.replications) }
    var difference = MetricDifference(at: metric)
    let isComplete = try await batch.run { row in
      difference.record(
        base: row[0].replicate.readings[metric], row[1].replicate.readings[metric],
        independent: nil)
      return true
    }
    movements[nearest.place].turn = difference.estimate.map { (nearest.isHigh, $0) }
    return isComplete
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
