internal import RandomStreams

/// A shift of the level from one place on, to the end or up to another place.
struct LevelShift: Hashable {
  /// The first place of the new level.
  let start: Int
  /// The first place that has the old level again; `nil` where none has.
  let end: Int?

  /// The places of the level's changes.
  var places: [Int] { [start] + (end.map { [$0] } ?? []) }

  /// Returns one where the level is shifted, zero elsewhere.
  func regressor(_ count: Int) -> [Double] {
    (0..<count).map { $0 >= start && $0 < end ?? count ? 1 : 0 }
  }
}

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

/// A series after removing an assumed autocorrelation of its noise, and explaining regressors.
///
/// Noise that keeps a proportion φ of the previous deviation becomes independent when φ times the
/// previous number is subtracted; the regressors are treated alike. The deviance, −2 ln of the
/// likelihood up to a constant, is then that of independent normal noise. Source: Prais and Winsten
/// (1954).
struct WhitenedSeries {
  /// The remainder of a level: 1 − φ.
  private let keptLevel: Double
  private let logDeterminant: Double
  /// The regressors, orthonormal.
  private var basis: [[Double]] = []
  /// The residuals of the series.
  private var rest: [Double]
  /// The least sum of squares that is not mere rounding.
  private let rounding: Double

  init(_ values: [Double], dependence: Double, explainedBy regressors: [[Double]]) {
    keptLevel = 1 - dependence
    logDeterminant = -Double.log(1 - dependence * dependence)
    rest = Self.whiten(values, dependence)
    rounding = max(values.reduce(0) { $0 + $1 * $1 } * 1e-20, .leastNormalMagnitude)
    for regressor in regressors {
      var column = Self.whiten(regressor, dependence)
      // Twice, for the rounding errors of the first pass.
      for _ in 0..<2 { for other in basis { Self.remove(other, from: &column) } }
      let length = Self.product(column, column).squareRoot()
      guard length > 1e-9 else { continue }
      basis.append(column.map { $0 / length })
    }
    for column in basis { Self.remove(column, from: &rest) }
  }

  private static func whiten(_ values: [Double], _ dependence: Double) -> [Double] {
    values.indices.map { place in
      place == 0
        ? values[0] * (1 - dependence * dependence).squareRoot()
        : values[place] - dependence * values[place - 1]
    }
  }

  private static func product(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func remove(_ direction: [Double], from column: inout [Double]) {
    let part = product(direction, column)
    for place in column.indices { column[place] -= part * direction[place] }
  }

  var deviance: Double { deviance(without: 0) }

  /// Returns the deviance once a further regressor explains that many squares.
  func deviance(without squares: Double) -> Double {
    let left = max(Self.product(rest, rest) - squares, rounding)
    return Double(rest.count) * .log(left) + logDeterminant
  }

  /// Returns the shift to the end, and the shift and return, that explain most squares.
  ///
  /// Empty where no stretch between `ends` has room.
  func bestShifts(
    between ends: [Int], shortest: Int
  ) -> [(shift: LevelShift, squares: Double)] {
    let (withRest, withBasis) = products()
    var one = (shift: LevelShift(start: 0, end: nil), squares: 0.0)
    var two = one
    for (low, high) in zip(ends, ends.dropFirst()) where high - low >= 2 * shortest {
      for start in low + shortest...high - shortest {
        let length = withBasis.reduce(squares(from: start)) { $0 - $1[start] * $1[start] }
        let squares = Self.squares(withRest[start], length)
        if squares > one.squares { one = (LevelShift(start: start, end: nil), squares) }
        for end in stride(from: start + shortest, through: high - shortest, by: 1) {
          var length = self.squares(from: start) + self.squares(from: end) - 2 * overlap(from: end)
          for column in withBasis.indices {
            let part = withBasis[column][start] - withBasis[column][end]
            length -= part * part
          }
          let squares = Self.squares(withRest[start] - withRest[end], length)
          if squares > two.squares { two = (LevelShift(start: start, end: end), squares) }
        }
      }
    }
    return [one, two].filter { $0.squares > 0 }
  }

  /// Returns the squares of a whitened shift from a place on to the end.
  private func squares(from place: Int) -> Double {
    1 + Double(rest.count - place - 1) * keptLevel * keptLevel
  }

  /// Returns the product of two such shifts, of which the later one starts here.
  private func overlap(from place: Int) -> Double {
    keptLevel + Double(rest.count - place - 1) * keptLevel * keptLevel
  }

  /// Returns the squares that a shift explains, by its product with the residuals and its own
  /// squares beside the basis.
  private static func squares(_ product: Double, _ length: Double) -> Double {
    length > 1e-9 ? product * product / length : 0
  }

  /// Returns the products of the shift from each place on with the residuals, and with each of the
  /// basis.
  private func products() -> (rest: [Double], basis: [[Double]]) {
    func fromEach(_ column: [Double]) -> [Double] {
      var (tail, products) = (0.0, column)
      for place in column.indices.reversed() {
        products[place] += keptLevel * tail
        tail += column[place]
      }
      return products
    }
    return (fromEach(rest), basis.map(fromEach))
  }
}
