import RealFunctions
import Statistics

/// The metric over the points of a solver, which evaluates no point twice.
struct SolverLandscape {
  /// Evaluates points together; `nil` for one that contradicts itself, or has no value.
  typealias Evaluation =
    @Sendable (_ points: [SolverPoint], SolverEffort) async throws -> [Estimate?]

  let axes: [SolverAxis]
  let target: Double
  let evaluate: Evaluation
  private var known: [SolverEffort: [[String]: Estimate?]] = [:]
  /// The number of points that were evaluated.
  private(set) var evaluations = 0

  init(_ axes: [SolverAxis], target: Double, _ evaluate: @escaping Evaluation) {
    self.axes = axes
    self.target = target
    self.evaluate = evaluate
  }

  var origin: SolverPoint { point([Double](repeating: 0, count: axes.count)) }

  func point(_ coordinates: [Double]) -> SolverPoint { SolverPoint(coordinates, on: axes) }

  /// Returns the metric at each point.
  mutating func values(
    _ points: [SolverPoint], _ effort: SolverEffort = .search
  ) async throws -> [Estimate?] {
    var missing: [SolverPoint] = []
    var wanted = Set<[String]>()
    for point in points where known[effort]?[point.values] == nil {
      if wanted.insert(point.values).inserted { missing.append(point) }
    }
    if !missing.isEmpty {
      let found = try await evaluate(missing, effort)
      evaluations += missing.count
      for (point, value) in zip(missing, found) {
        known[effort, default: [:]].updateValue(value, forKey: point.values)
      }
    }
    return points.map { known[effort]?[$0.values] ?? nil }
  }

  /// Returns the distances of the metric from the target at each point: below it negative.
  mutating func gaps(
    _ points: [SolverPoint], _ effort: SolverEffort = .search
  ) async throws -> [Double?] {
    try await values(points, effort).map { $0.map { gap($0.value) } }
  }

  /// Returns the distance of a value from the target, in logarithms where the target is above zero:
  /// growth multiplies, so that logarithms of rates and chances add up to nearly straight lines.
  func gap(_ value: Double) -> Double {
    guard target > 0 else { return value - target }
    return Double.log(max(value, target * 1e-4) / target)
  }

  /// The gap that is none.
  var tolerance: Double { target > 0 ? 0.003 : 1e-9 + 0.003 * target.magnitude }
}
