import RandomStreams
public import Statistics

/// A parameter that observations shall say something about: its range, and what is known before.
///
/// The calibration works in coordinates: −1 and 1 are the ends of the range, and equal distances
/// are equally far on the parameter's natural scale.
public struct CalibratedParameter: Sendable, Hashable {
  public let name: String
  public let scale: NaturalScale
  /// The values that it may have; no other is tried.
  public let range: ClosedRange<Double>
  public let prior: Prior

  /// What is known before the observations.
  public enum Prior: Sendable, Hashable {
    /// Every coordinate within the range is equally likely.
    case even
    /// A normal distribution on the scale about a value, cut off at the ends of the range.
    case around(Double, deviation: Double)
  }

  /// Creates a parameter; the ends of its range differ, and have a place on the scale.
  public init(
    _ name: String, in range: ClosedRange<Double>, on scale: NaturalScale = .plain,
    prior: Prior = .even
  ) {
    let ends = scale.place(of: range.lowerBound)...scale.place(of: range.upperBound)
    precondition(
      ends.lowerBound.isFinite && ends.upperBound.isFinite && ends.lowerBound < ends.upperBound,
      "\(name) has no range on its scale")
    self.name = name
    self.range = range
    self.scale = scale
    self.prior = prior
    middle = (ends.lowerBound + ends.upperBound) / 2
    half = (ends.upperBound - ends.lowerBound) / 2
  }

  private let middle: Double
  private let half: Double

  /// Returns the value at a coordinate.
  public func value(at coordinate: Double) -> Double {
    if coordinate <= -1 { return range.lowerBound }
    if coordinate >= 1 { return range.upperBound }
    return scale.number(at: middle + coordinate * half)
  }

  /// Returns the coordinate of a value.
  public func coordinate(of value: Double) -> Double {
    (scale.place(of: value) - middle) / half
  }

  /// Returns the logarithm of the prior's density, without its constant.
  func logPrior(at coordinate: Double) -> Double {
    guard case .around(let value, let deviation) = prior else { return 0 }
    let distance = (middle + coordinate * half - scale.place(of: value)) / deviation
    return -distance * distance / 2
  }

  /// Returns the coordinate below which the prior has the share `p`.
  func priorQuantile(_ p: Double) -> Double {
    guard case .around(let value, let deviation) = prior else { return 2 * p - 1 }
    let centre = scale.place(of: value)
    let ends = [-1.0, 1].map { Double.normalCumulative((middle + $0 * half - centre) / deviation) }
    let share = ends[0] + p * (ends[1] - ends[0])
    let place = centre + deviation * Double.normalQuantile(share)
    return min(max((place - middle) / half, -1), 1)
  }

  /// The standard deviation of the prior, in coordinates.
  var priorDeviation: Double {
    guard case .around = prior else { return 1 / 3.0.squareRoot() }
    var moments = RunningMoments()
    for step in 0..<400 { moments.record(priorQuantile((Double(step) + 0.5) / 400)) }
    return moments.standardDeviation ?? 0
  }

  /// Whether anything but the range is known before.
  public var isInformed: Bool { prior != .even }
}
