import Statistics

/// The points of a sweep over settings.
public struct Sweep: Sendable, Hashable {
  /// A setting and the values to try.
  public struct Axis: Sendable, Hashable {
    public let key: String
    public let values: [String]

    public init(_ key: String, _ values: [String]) {
      self.key = key
      self.values = values
    }
  }

  /// One combination of values.
  public struct Point: Sendable, Hashable, CustomStringConvertible {
    public let settings: [Setting]

    public struct Setting: Sendable, Hashable {
      public let key: String
      public let value: String
    }

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
        ? count + axis.values.count
        : count.multipliedReportingOverflow(by: axis.values.count).overflow
          ? .max : count * axis.values.count
    }
  }

  /// Every point, the last axis moving fastest.
  public var points: [Point] {
    if isOneAtATime {
      return axes.flatMap { axis in
        axis.values.map { Point(settings: [Point.Setting(key: axis.key, value: $0)]) }
      }
    }
    return axes.reduce([Point(settings: [])]) { points, axis in
      points.flatMap { point in
        axis.values.map {
          Point(settings: point.settings + [Point.Setting(key: axis.key, value: $0)])
        }
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
  /// Where all combinations ran, the effect of a value is its mean over them.
  public func tornado(_ outcome: ComparisonOutcome, ofMetric place: Int) -> [Bar] {
    let points = points
    let bars = axes.compactMap { axis -> Bar? in
      let effects = axis.values.compactMap { value -> Bar.Effect? in
        let differences = points.indices.compactMap { point -> Double? in
          guard points[point].settings.contains(.init(key: axis.key, value: value)) else {
            return nil
          }
          return outcome.variants[point].metrics[place].paired.difference.mean
        }
        guard !differences.isEmpty else { return nil }
        let mean = differences.reduce(0, +) / Double(differences.count)
        return Bar.Effect(value: value, difference: mean)
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
