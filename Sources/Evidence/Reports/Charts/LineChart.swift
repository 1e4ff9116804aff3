/// Lines over a scale of numbers such as days, each with the band that the truth may lie in.
public struct LineChart: Hashable, Sendable {
  public let x: Axis
  public let y: Axis
  public var series: [Series]
  /// Levels that are asked for, drawn across.
  public var levels: [Mark] = []
  /// Places where something changed, drawn from top to bottom.
  public var changes: [Mark] = []
  /// Whether equal ratios are equally far apart upwards.
  public var isLogarithmic = false

  public init(
    x: Axis, y: Axis, _ series: [Series], levels: [Mark] = [], changes: [Mark] = [],
    isLogarithmic: Bool = false
  ) {
    self.x = x
    self.y = y
    self.series = series
    self.levels = levels
    self.changes = changes
    self.isLogarithmic = isLogarithmic
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
    /// `nil` where there is nothing: the line has a gap there.
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

  /// A place on one of the axes, with what it is.
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
        [x.style.tick(place, step: 1)]
          + columns.map { points in
            guard let point = points[place] else { return "" }
            return Measure(point.y, low: point.low, high: point.high, style: y.style)
              .textWithInterval
          }
      })
  }
}
