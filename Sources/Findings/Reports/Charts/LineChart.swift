import Statistics

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

  public init(
    x: Axis, y: Axis, _ series: [Series], levels: [Mark] = [], changes: [Mark] = [],
    isLogarithmic: Bool = false, names: [String] = []
  ) {
    self.x = x
    self.y = y
    self.series = series
    self.levels = levels
    self.changes = changes
    self.isLogarithmic = isLogarithmic
    self.names = names
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
