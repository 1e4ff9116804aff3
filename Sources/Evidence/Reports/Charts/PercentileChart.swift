public import Statistics

/// Times over percentiles, on the axis of nines: 90%, 99%, 99.9% equally far apart.
public struct PercentileChart: Hashable, Sendable {
  /// Upwards: what was measured.
  public let axis: Axis
  public var curves: [Curve]
  /// Levels that are asked for.
  public var levels: [LineChart.Mark]

  public init(_ axis: Axis, _ curves: [Curve], levels: [LineChart.Mark] = []) {
    self.axis = axis
    self.curves = curves
    self.levels = levels
  }

  public struct Curve: Hashable, Sendable {
    public var name: String
    /// Of how many values.
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

  /// The percentiles that a table tells of so many values: those whose tail holds one at least.
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
  /// The curve of a histogram of nanoseconds, in milliseconds: a point wherever the value changes.
  public init(_ name: String, nanoseconds histogram: HDRHistogram) {
    let steps = histogram.percentileSteps(ticksPerHalfDistance: 4).map(\.percentile)
    let levels = Set(steps + PercentileChart.told(of: histogram.totalCount)).sorted()
    let points = levels.compactMap { level in
      histogram.value(atPercentile: level).map { PercentileChart.Point(level, Double($0) / 1e6) }
    }
    self.init(name, count: histogram.totalCount, points)
  }

  /// The value at a percentile that the curve has a point for.
  func value(at percentile: Double) -> Double? {
    points.first { $0.percentile == percentile }?.value
  }
}
