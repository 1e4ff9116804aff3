internal import RandomStreams

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
