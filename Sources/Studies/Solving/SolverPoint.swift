import GrowthloopFindings

/// A combination of values of the parameters that a solver varies.
public struct SolverPoint: Sendable, Hashable {
  /// The distances from the scenario's values, in half ranges.
  public let coordinates: [Double]
  public let numbers: [Double]
  /// The numbers as a file spells them.
  public let values: [String]

  init(_ coordinates: [Double], on axes: [SolverAxis]) {
    self.coordinates = zip(coordinates, axes).map { coordinate, axis in
      min(max(coordinate, axis.ends.lowerBound), axis.ends.upperBound)
    }
    numbers = zip(self.coordinates, axes).map { $1.number(at: $0) }
    values = zip(numbers, axes).map { $1.range.spell($0) }
  }

  /// The distance from the scenario's values.
  public var distance: Double {
    coordinates.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}

/// How surely a point is evaluated.
public enum SolverEffort: Sendable, Hashable {
  /// Few replications, the same for all points.
  case search
  /// So many times the replications that were asked for, the same for all points.
  case answer(times: Int)
  /// As many with fresh random numbers, other ones in each round.
  case confirmation(times: Int, round: Int)

  /// The most times, after which an answer is as sure as it becomes.
  public static let mostTimes = 16
}
