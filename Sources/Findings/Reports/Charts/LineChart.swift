public import Statistics

/// Lines over a scale of numbers such as days, each with its interval as a band.
public struct LineChart: Hashable, Sendable {
  public let x: Axis
  public let y: Axis
  public var series: [Series]
  /// Target levels, drawn across.
  public var levels: [Mark] = []
  /// Places of a change, drawn from top to bottom.
  public var changes: [Mark] = []
  /// Whether the upward axis is logarithmic.
  public var isLogarithmic = false
  /// The labels of places that are numbered from 1, such as days; the numbers where it is empty.
  public var names: [String] = []
  /// The height of the plot; `nil` for the usual one.
  public var height: Double?

  public init(
    x: Axis, y: Axis, _ series: [Series], levels: [Mark] = [], changes: [Mark] = [],
    isLogarithmic: Bool = false, names: [String] = [], height: Double? = nil
  ) {
    self.x = x
    self.y = y
    self.series = series
    self.levels = levels
    self.changes = changes
    self.isLogarithmic = isLogarithmic
    self.names = names
    self.height = height
  }

  public struct Series: Hashable, Sendable {
    public var name: String
    public let points: [Point]
    /// Whether the points are joined by a line.
    public let isJoined: Bool

    public init(_ name: String, _ points: [Point], isJoined: Bool = true) {
      self.name = name
      self.points = points
      self.isJoined = isJoined
    }
  }

  public struct Point: Hashable, Sendable {
    public let x: Double
    /// The value; `nil` leaves a gap in the line.
    public let y: Double?
    public let low: Double?
    public let high: Double?

    public init(_ x: Double, _ y: Double?, low: Double? = nil, high: Double? = nil) {
      self.x = x
      self.y = y
      self.low = low
      self.high = high
    }
  }

  /// A place on one of the axes, with its name.
  public struct Mark: Hashable, Sendable {
    public let place: Double
    public let name: String

    public init(_ place: Double, _ name: String) {
      self.place = place
      self.name = name
    }
  }

  var values: [Double] { series.flatMap { $0.points.compactMap(\.y) } }

  /// A row for each place on the axis below.
  var table: Table {
    let places = Set(series.flatMap { $0.points.map(\.x) }).sorted()
    let columns = series.map { series in
      Dictionary(series.points.map { ($0.x, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return Table(
      [.number(x.title)] + series.map { .number($0.name) },
      places.map { place in
        [names.isEmpty ? x.style.tick(place, step: 1) : names[Int(place) - 1]]
          + columns.map { points in
            guard let point = points[place] else { return "" }
            return Measure(point.y, from: point.low, to: point.high, in: y.style)
              .textWithInterval
          }
      })
  }
}

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
