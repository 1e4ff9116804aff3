import RandomStreams
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
  /// By how much the few replications of the search miss the gap of many, where both were seen.
  private var shift = 0.0

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
  ///
  /// Those of the search are as many replications would have them.
  mutating func gaps(
    _ points: [SolverPoint], _ effort: SolverEffort = .search
  ) async throws -> [Double?] {
    try await values(points, effort).map { value in
      value.map { gap($0.value) + (effort == .search ? shift : 0) }
    }
  }

  /// Lets the search have the metric that many replications have at a point: what they share of luck
  /// is nearly the same at all others.
  mutating func calibrate(at point: SolverPoint, by effort: SolverEffort) async throws {
    guard let few = try await values([point])[0], let many = try await values([point], effort)[0],
      target <= 0 || few.value > 0 && many.value > 0
    else { return }
    shift = gap(many.value) - gap(few.value)
  }

  /// Returns what the search saw, as many replications would have it.
  func calibrated(_ seen: Estimate) -> Estimate {
    guard target > 0 else { return seen.shifted(by: shift) }
    let factor = Double.exp(shift)
    return seen.mapped { $0 * factor }
  }

  /// Returns a point without the digits that an interval from `low` to `high` does not license.
  func rounded(_ point: SolverPoint, from low: SolverPoint, to high: SolverPoint) -> SolverPoint {
    self.point(
      axes.indices.map { axis in
        let number = point.numbers[axis]
        let reach = (high.numbers[axis] - low.numbers[axis]).magnitude / 4
        let ends = axes[axis].ends
        let place = point.coordinates[axis]
        guard reach > 0, place != 0, ends.lowerBound < place, place < ends.upperBound else {
          return place
        }
        var unit = 1.0
        while unit > reach { unit /= 10 }
        while unit * 10 <= reach { unit *= 10 }
        return axes[axis].coordinate(of: (number / unit).rounded() * unit)
      })
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
