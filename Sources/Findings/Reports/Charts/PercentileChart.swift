public import Statistics

/// Times over percentiles, on the axis of nines: 90%, 99%, 99.9% equally far apart.
public struct PercentileChart: Hashable, Sendable {
  /// The upward axis, of the measurements.
  public let axis: Axis
  public var curves: [Curve]
  /// Target levels.
  public var levels: [LineChart.Mark]

  public init(_ axis: Axis, _ curves: [Curve], levels: [LineChart.Mark] = []) {
    self.axis = axis
    self.curves = curves
    self.levels = levels
  }

  public struct Curve: Hashable, Sendable {
    public var name: String
    /// The number of values.
    public let count: Int
    public let points: [Point]

    public init(_ name: String, count: Int, _ points: [Point]) {
      self.name = name
      self.count = count
      self.points = points
    }
  }

  public struct Point: Hashable, Sendable {
    /// From 0 to 100.
    public let percentile: Double
    public let value: Double

    public init(_ percentile: Double, _ value: Double) {
      self.percentile = percentile
      self.value = value
    }
  }

  /// Returns the percentiles of a table for so many values: those whose tail contains at least one.
  static func told(of count: Int) -> [Double] {
    [0, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100].filter {
      $0 == 100 || Double(count) * (100 - $0) / 100 >= 1
    }
  }

  /// The percentiles in columns, a row for each curve.
  var table: Table {
    let told = Self.told(of: curves.map(\.count).max() ?? 0)
    return Table(
      ["time", .number("values")] + told.map { .number(Self.name($0)) },
      curves.map { curve in
        let own = Set(Self.told(of: curve.count))
        return [curve.name, "\(curve.count)"]
          + told.map { level in
            (own.contains(level) ? curve.value(at: level) : nil).map(axis.style.text) ?? "–"
          }
      })
  }

  static func name(_ percentile: Double) -> String {
    switch percentile {
    case 0: "min"
    case 100: "max"
    default: "p" + (percentile == percentile.rounded() ? "\(Int(percentile))" : "\(percentile)")
    }
  }
}

extension PercentileChart.Curve {
  /// Creates the curve of a histogram of nanoseconds, in milliseconds: a point at each change of
  /// value.
  public init(_ name: String, nanoseconds histogram: HDRHistogram) {
    let steps = histogram.percentileSteps(ticksPerHalfDistance: 4).map(\.percentile)
    let levels = Set(steps + PercentileChart.told(of: histogram.totalCount)).sorted()
    let points = levels.compactMap { level in
      histogram.value(atPercentile: level).map { PercentileChart.Point(level, Double($0) / 1e6) }
    }
    self.init(name, count: histogram.totalCount, points)
  }

  /// Returns the value at a percentile that is a point of the curve.
  func value(at percentile: Double) -> Double? {
    points.first { $0.percentile == percentile }?.value
  }
}
