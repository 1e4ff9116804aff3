public import GrowthloopFindings
public import Statistics
import RandomStreams

/// The points by which parameters are ranked fairly, whatever values a user tries: the ends of each
/// one's own range, and a step to both sides of its value.
public struct FairRanking: Sendable {
  /// One parameter with its points.
  public struct Yardstick: Sendable {
    public let key: String
    public let range: ParameterRange
    public let ends: (low: Sweep.Point, high: Sweep.Point)
    /// The values a fifth below and above, for the elasticity; a chance goes no higher than 1.
    public let step: (below: Sweep.Point, above: Sweep.Point)
    /// The logarithm of the ratio of the two.
    let distance: Double
  }

  /// Returns the yardstick of a chance that is nothing now, and might be as large as `most`.
  public static func supposed(_ key: String, upTo most: Double) -> Yardstick {
    let axis = ParameterAxis(.chance, at: most, within: 0...most) { $0 == 0 ? "0" : "\($0)" }
    let range = ParameterRange(axis, isAssumed: true)
    let ends = (low: Sweep.Point(key, range.low), high: Sweep.Point(key, range.high))
    return Yardstick(key: key, range: range, ends: ends, step: (ends.low, ends.high), distance: 1)
  }

  /// The factor from the value to the steps beside it.
  private static let factor = 1.2

  public let yardsticks: [Yardstick]

  /// Creates the ranking of those parameters that have a range; `ofOneApp` leaves out how apps differ.
  public init(of parameters: [Parameter], ofOneApp: Bool = false) {
    yardsticks = parameters.compactMap { parameter in
      guard let range = ofOneApp ? parameter.range?.ofOneApp : parameter.range,
        let axis = range.axis, axis.value > 0
      else { return nil }
      let (below, above) = (
        axis.value / Self.factor,
        axis.kind == .chance ? min(1, axis.value * Self.factor) : axis.value * Self.factor
      )
      return Yardstick(
        key: parameter.name, range: range,
        ends: (.init(parameter.name, range.low), .init(parameter.name, range.high)),
        step: (
          .init(parameter.name, axis.spell(below)), .init(parameter.name, axis.spell(above))
        ), distance: Double.log(above / below))
    }
  }

  /// Every point, in the order of the parameters.
  public var points: [Sweep.Point] {
    yardsticks.flatMap { [$0.ends.low, $0.ends.high, $0.step.below, $0.step.above] }
  }

  /// The effect of one parameter on a metric.
  public struct Effect: Sendable {
    public let yardstick: Yardstick
    /// The differences from the base at both ends; `nil` where an end did not run.
    public let differences: (low: Double?, high: Double?)
    /// The metric at the high end less that at the low one.
    public let movement: Estimate?
    /// By how many per cent the metric rises where the parameter rises by one.
    public let elasticity: Estimate?
  }

  /// Returns the effects on the stored metric, the greatest movement first.
  ///
  /// `points` are those that ran, in the order of the outcome's variants.
  public func effects(_ outcome: ComparisonOutcome, at points: [Sweep.Point]) -> [Effect] {
    let places = Dictionary(
      points.enumerated().map { ($0.element, $0.offset + 1) },
      uniquingKeysWith: { first, _ in first })
    func pairs(_ first: Sweep.Point, _ second: Sweep.Point) -> (before: [Double], after: [Double]) {
      guard let first = places[first], let second = places[second] else { return ([], []) }
      let pairs = zip(outcome.stored[first], outcome.stored[second]).compactMap { before, after in
        before.flatMap { before in after.map { (before, $0) } }
      }
      return (pairs.map(\.0), pairs.map(\.1))
    }
    func difference(at point: Sweep.Point) -> Double? {
      guard let place = places[point], let metric = outcome.comparison.stored else { return nil }
      return outcome.variants[place - 1].metrics[metric].paired.difference.mean
    }
    let effects = yardsticks.map { yardstick in
      let ends = pairs(yardstick.ends.low, yardstick.ends.high)
      let step = pairs(yardstick.step.below, yardstick.step.above)
      var movement = PairedDifference()
      for (before, after) in zip(ends.before, ends.after) {
        movement.record(before: before, after: after)
      }
      return Effect(
        yardstick: yardstick,
        differences: (difference(at: yardstick.ends.low), difference(at: yardstick.ends.high)),
        movement: movement.estimate(),
        elasticity: PairedLogRatio.estimate(before: step.before, after: step.after)?
          .mapped { $0 / yardstick.distance })
    }
    return effects.enumerated().sorted { left, right in
      let (first, second) = (left.element.width, right.element.width)
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
  }
}

extension FairRanking.Effect {
  fileprivate var width: Double { movement?.value.magnitude ?? -1 }
}
