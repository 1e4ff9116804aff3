import Statistics

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
