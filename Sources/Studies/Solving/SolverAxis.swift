public import GrowthloopFindings
import Statistics

/// A parameter as a coordinate of the solver: the distance from its value in units of half its
/// range, on the scale that is natural to it.
public struct SolverAxis: Sendable {
  public let key: String
  public let range: ParameterAxis
  private let scale: NaturalScale

  private let origin: Double
  private let unit: Double
  /// The coordinates of the ends; the value itself is at 0.
  public let ends: ClosedRange<Double>

  public init(_ key: String, _ range: ParameterAxis) {
    self.key = key
    self.range = range
    let (low, high) = (range.ends.lowerBound, range.ends.upperBound)
    let lowest = min(low, range.value)
    scale =
      switch range.kind {
      case .chance: lowest > 0 && max(high, range.value) < 1 ? .odds : .plain
      case .number, .time: lowest > 0 ? .ratio : .plain
      }
    origin = scale.place(of: range.value)
    unit = (scale.place(of: high) - scale.place(of: low)) / 2
    ends = (scale.place(of: low) - origin) / unit...(scale.place(of: high) - origin) / unit
  }

  /// Returns the number at a coordinate.
  public func number(at coordinate: Double) -> Double {
    if coordinate == 0 { return range.value }
    if coordinate <= ends.lowerBound { return range.ends.lowerBound }
    if coordinate >= ends.upperBound { return range.ends.upperBound }
    return scale.number(at: origin + coordinate * unit)
  }

  /// Returns the coordinate of a number.
  public func coordinate(of number: Double) -> Double {
    (scale.place(of: number) - origin) / unit
  }
}
