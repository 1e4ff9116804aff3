internal import RandomStreams

/// A test of whether a series with autocorrelated noise keeps its level, drifts or steps.
///
/// It compares a level, a straight line and steps, each with noise of which every number keeps a
/// proportion of the one before (AR(1)). It takes the model with the least deviance plus its
/// penalty: ln n for a size or a slope, 2 ln n for a place that was searched for. Steps are added
/// greedily, one alone or two that leave a level and return to it. Numbers beyond four robust
/// deviations from the median of their neighbours are moved to that distance, so that an outlier is
/// no step. Deterministic. Sources: Beaulieu and Killick (2018) for the models; Zhang and Siegmund
/// (2007) for the penalty, without their term for the distances of the places. `growthloop-bench
/// changes` measures its error rate.
public struct LevelShifts: Sendable, Hashable {
  /// The fewest numbers with which a change can be distinguished from autocorrelated noise.
  public static let fewest = 40
  /// The fewest numbers between two steps.
  public var shortest: Int

  /// Creates a test for levels of at least `shortest` numbers each, which is positive.
  public init(shortest: Int = 8) {
    precondition(shortest > 0, "a level has at least one number, not \(shortest)")
    self.shortest = shortest
  }

  /// The tried autocorrelations of the noise: the proportion of a deviation that the next one
  /// keeps.
  private static let dependences = (0..<20).map { Double($0) * 0.05 }

  /// Returns the course of the series; a number that is not finite gives a level.
  ///
  /// - Complexity: O(n²) for each step that is added.
  public func course(of series: [Double]) -> SeriesCourse {
    guard series.count >= Self.fewest else { return .tooShort(fewest: Self.fewest) }
    guard series.allSatisfy(\.isFinite) else { return .level(dependence: 0) }
    let values = series.pullingInWildNumbers()
    let price = Double.log(Double(values.count))
    let level = [Double](repeating: 1, count: values.count)

    let line = Self.fit(values, by: [level, values.indices.map { Double($0) }])
    var best = Self.fit(values, by: [level])
    let flat = best.deviance
    var (shifts, paid): ([LevelShift], Double) = ([], 0)
    while let (next, cost, fit) = addition(to: shifts, in: values, price: price),
      fit.deviance + cost < best.deviance
    {
      shifts.append(next)
      paid += cost
      best = fit
    }
    let stepped = best.deviance + paid
    if line.deviance + price < min(flat, stepped) {
      return .drift(Self.line(through: values), dependence: line.dependence)
    }
    let places = Set(shifts.flatMap(\.places)).sorted()
    return places.isEmpty
      ? .level(dependence: best.dependence) : .steps(at: places, dependence: best.dependence)
  }

  private typealias Fit = (deviance: Double, dependence: Double)

  /// Returns the fit with the likeliest autocorrelation of the residuals.
  private static func fit(_ values: [Double], by regressors: [[Double]]) -> Fit {
    dependences.map { dependence in
      let whitened = WhitenedSeries(values, dependence: dependence, explainedBy: regressors)
      return (whitened.deviance, dependence)
    }.reduce((.infinity, 0)) { $1.0 < $0.0 ? $1 : $0 }
  }

  /// Returns the further shift that explains most for its penalty, with that penalty.
  private func addition(
    to shifts: [LevelShift], in values: [Double], price: Double
  ) -> (shift: LevelShift, cost: Double, fit: Fit)? {
    let regressors =
      [[Double](repeating: 1, count: values.count)] + shifts.map { $0.regressor(values.count) }
    let ends = ([0, values.count] + Set(shifts.flatMap(\.places))).sorted()
    var best: (shift: LevelShift, cost: Double, fit: Fit)?
    for dependence in Self.dependences {
      let whitened = WhitenedSeries(values, dependence: dependence, explainedBy: regressors)
      for (shift, squares) in whitened.bestShifts(between: ends, shortest: shortest) {
        let cost = price * Double(1 + 2 * shift.places.count)
        let deviance = whitened.deviance(without: squares)
        if best.map({ deviance + cost < $0.fit.deviance + $0.cost }) ?? true {
          best = (shift, cost, (deviance, dependence))
        }
      }
    }
    return best
  }

  /// Returns the line of least squares.
  private static func line(through values: [Double]) -> SeriesCourse.Line {
    let middle = Double(values.count - 1) / 2
    let places = values.indices.map { Double($0) - middle }
    let slope =
      zip(places, values).reduce(0) { $0 + $1.0 * $1.1 } / places.reduce(0) { $0 + $1 * $1 }
    let mean = values.reduce(0, +) / Double(values.count)
    return SeriesCourse.Line(first: mean - slope * middle, last: mean + slope * middle)
  }
}

/// The course of a series as a whole.
public enum SeriesCourse: Sendable, Hashable {
  /// Too few numbers to distinguish a change from autocorrelated noise.
  case tooShort(fewest: Int)
  /// Noise about one level; the dependence is the proportion of a deviation that the next one
  /// keeps.
  case level(dependence: Double)
  /// Noise about a straight line, which explains the series better than steps would.
  case drift(Line, dependence: Double)
  /// Noise about levels; each place is the first of a new level.
  case steps(at: [Int], dependence: Double)

  /// The ends of a straight line.
  public struct Line: Sendable, Hashable {
    /// The value of the line at the first place of the series, and at the last.
    public let first, last: Double
  }
}
