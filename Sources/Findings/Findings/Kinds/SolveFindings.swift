public import Statistics

/// The findings of `solve`.
public struct SolveFindings: RunFindings {
  public static let kind = "solve"

  public var command = ""
  public var title = ""
  public var question: String?
  public var target = 0.0
  public var metric = ""
  public var definition = ""
  public var unit = ""
  public var style = NumberStyle.ratio
  public var seed: UInt64 = 0
  /// The replications of the base.
  public var replications = 0
  /// The replications of the answer, and of its confirmation; `nil` in runs of older versions.
  public var answerReplications: Int?
  public var isPartial = false
  /// The metric at the scenario's values.
  public var base = Measure(nil, in: .ratio)
  /// Whether the nearest point has the target; otherwise it comes nearest to it.
  public var isReached = false
  /// The distance of the nearest point, in half ranges; `nil` before it was found.
  public var distance: Double?
  /// The metric at the nearest point, with fresh random numbers.
  public var confirmed = Measure(nil, in: .ratio)
  public var solved: [SolvedParameter] = []
  public var frontier: SolvedFrontier?
  public var remarks: [String] = []
  /// The number of points that were evaluated.
  public var evaluations = 0
  public var parameters: [Parameter] = []

  public init() {}

  public var note: String? { isPartial ? "interrupted before the search ended" : nil }
}

/// A varied parameter at the nearest point; its number is the value there.
public struct SolvedParameter: Codable, Sendable {
  public let parameter: String
  public let value: String
  public let low: String
  public let high: String
  /// Whether the range is assumed, as no source gives one.
  public let isAssumed: Bool
  /// The value at the nearest point; `nil` before that was found.
  public let nearest: String?
  /// The ends of its interval, on the way from now to the nearest point; `nil` where it stays, and
  /// where the target is not reached.
  public let from: String?
  public let to: String?
  /// The distance that it moves, in half ranges.
  public let moved: Double?
  /// The value that has the target by itself; `nil` where none has.
  public let alone: String?
  /// The metric at the end of the range that comes nearest to the target, of this parameter alone.
  public let aloneReaches: Double?

  public init(
    _ parameter: String, value: String, low: String, high: String, isAssumed: Bool,
    nearest: String?, from: String? = nil, to: String? = nil, moved: Double?, alone: String?,
    aloneReaches: Double?
  ) {
    self.parameter = parameter
    self.value = value
    self.low = low
    self.high = high
    self.isAssumed = isAssumed
    self.nearest = nearest
    self.from = from
    self.to = to
    self.moved = moved
    self.alone = alone
    self.aloneReaches = aloneReaches
  }
}

/// The values of two parameters that have the target together.
public struct SolvedFrontier: Codable, Sendable {
  public let x: Coordinate
  public let y: Coordinate
  public let points: [Point]

  /// One of the two parameters, with the place of the base and of the nearest point.
  public struct Coordinate: Codable, Sendable {
    public let parameter: String
    /// The notation of its numbers; times are in days.
    public let style: NumberStyle
    public let base: Double
    public let nearest: Double

    public init(_ parameter: String, _ style: NumberStyle, base: Double, nearest: Double) {
      self.parameter = parameter
      self.style = style
      self.base = base
      self.nearest = nearest
    }
  }

  /// A value of the first with that of the second; `nil` where no value of the range has the target.
  public struct Point: Codable, Sendable {
    public let x: Double
    public let y: Double?
    public let xValue: String
    public let yValue: String?

    public init(x: Double, y: Double?, xValue: String, yValue: String?) {
      self.x = x
      self.y = y
      self.xValue = xValue
      self.yValue = yValue
    }
  }

  public init(x: Coordinate, y: Coordinate, points: [Point]) {
    self.x = x
    self.y = y
    self.points = points
  }
}
