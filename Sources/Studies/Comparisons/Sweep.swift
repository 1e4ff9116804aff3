public import GrowthloopFindings
import RandomStreams
public import Statistics

/// The points of a sweep over settings.
public struct Sweep: Sendable, Hashable {
  /// A setting and the values to try, or several settings that move together.
  public struct Axis: Sendable, Hashable {
    /// The keys that move together; most often one.
    public let keys: [String]
    /// The steps of the axis, each with a value for every key.
    public let steps: [[String]]

    /// Creates an axis of one key.
    public init(_ key: String, _ values: [String]) {
      self.init(together: [key], values.map { [$0] })
    }

    /// Creates an axis whose keys take their values step by step.
    public init(together keys: [String], _ steps: [[String]]) {
      precondition(steps.allSatisfy { $0.count == keys.count }, "\(steps) does not fit \(keys)")
      self.keys = keys
      self.steps = steps
    }

    /// The keys in one text.
    public var key: String { keys.joined(separator: "+") }

    /// Returns the settings of a step.
    func settings(at step: Int) -> [Point.Setting] {
      zip(keys, steps[step]).map { Point.Setting(key: $0, value: $1) }
    }
  }

  /// One combination of values.
  public struct Point: Sendable, Hashable, CustomStringConvertible {
    public let settings: [Setting]

    public struct Setting: Sendable, Hashable {
      public let key: String
      public let value: String
    }

    /// Creates the point at which one key has another value.
    public init(_ key: String, _ value: String) {
      settings = [Setting(key: key, value: value)]
    }

    init(_ settings: [Setting]) { self.settings = settings }

    public var description: String {
      settings.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
  }

  public var axes: [Axis]
  /// Whether one setting at a time is varied, instead of all combinations.
  public var isOneAtATime: Bool

  public init(_ axes: [Axis], oneAtATime: Bool = false) {
    precondition(!axes.isEmpty, "nothing to vary")
    self.axes = axes
    isOneAtATime = oneAtATime
  }

  /// The number of points; the greatest integer where there are more.
  public var count: Int {
    axes.reduce(isOneAtATime ? 0 : 1) { count, axis in
      isOneAtATime
        ? count + axis.steps.count
        : count.multipliedReportingOverflow(by: axis.steps.count).overflow
          ? .max : count * axis.steps.count
    }
  }

  /// Every point, the last axis moving fastest.
  public var points: [Point] {
    if isOneAtATime {
      return axes.flatMap { axis in axis.steps.indices.map { Point(axis.settings(at: $0)) } }
    }
    return axes.reduce([Point([])]) { points, axis in
      points.flatMap { point in
        axis.steps.indices.map { Point(point.settings + axis.settings(at: $0)) }
      }
    }
  }
}

extension Sweep {
  /// The effect of one setting on a metric: a bar of the tornado.
  public struct Bar: Sendable, Hashable {
    public let key: String
    /// The values that lower and raise it most, with their effects against the base.
    public let lowest: Effect
    public let highest: Effect

    public struct Effect: Sendable, Hashable {
      public let value: String
      public let difference: Double
    }

    public var width: Double { highest.difference - lowest.difference }
  }

  /// Returns the settings by their effect on the metric at `place` of `Metric.all`, the widest
  /// first.
  ///
  /// `points` are those that ran, the first variants of the outcome. Where all combinations ran, the
  /// effect of a value is its mean over them.
  public func tornado(
    _ outcome: ComparisonOutcome, at points: [Point], ofMetric place: Int
  ) -> [Bar] {
    let bars = axes.compactMap { axis -> Bar? in
      let effects = axis.steps.indices.compactMap { step -> Bar.Effect? in
        let settings = axis.settings(at: step)
        let differences = points.indices.compactMap { point -> Double? in
          guard settings.allSatisfy(points[point].settings.contains) else { return nil }
          return outcome.variants[point].metrics[place].paired.difference.mean
        }
        guard !differences.isEmpty else { return nil }
        let mean = differences.reduce(0, +) / Double(differences.count)
        return Bar.Effect(value: axis.steps[step].joined(separator: "+"), difference: mean)
      }
      guard let lowest = effects.min(by: { $0.difference < $1.difference }),
        let highest = effects.max(by: { $0.difference < $1.difference })
      else { return nil }
      return Bar(key: axis.key, lowest: lowest, highest: highest)
    }
    return bars.enumerated().sorted {
      ($1.element.width, $0.offset) < ($0.element.width, $1.offset)
    }
    .map(\.element)
  }
}

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
