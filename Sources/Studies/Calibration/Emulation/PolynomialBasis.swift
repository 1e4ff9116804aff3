import Statistics

/// The products of coordinates that an emulator adds up: all up to a degree.
struct PolynomialBasis: Sendable {
  let dimensions: Int
  /// What each coordinate is taken from, and divided by.
  let centre: [Double]
  let spread: [Double]
  /// Each term after the constant as an earlier term times a coordinate.
  private let parents: [Int]
  private let factors: [Int]
  /// The number of terms, with the constant.
  let count: Int

  init(centre: [Double], spread: [Double], degree: Int) {
    dimensions = centre.count
    self.centre = centre
    self.spread = spread
    var parents: [Int] = []
    var factors: [Int] = []
    // Terms of the last degree, with the last coordinate of each: a product is made in one order.
    var last = [(term: 0, coordinate: 0)]
    for _ in 0..<degree {
      var next: [(term: Int, coordinate: Int)] = []
      for (term, coordinate) in last {
        for factor in coordinate..<centre.count {
          parents.append(term)
          factors.append(factor)
          next.append((parents.count, factor))
        }
      }
      last = next
    }
    self.parents = parents
    self.factors = factors
    count = parents.count + 1
  }

  /// A basis about the middle of `points`, of the highest degree that so many carry.
  init(about points: [[Double]]) {
    let dimensions = points.first?.count ?? 0
    let number = Double(max(points.count, 1))
    let centre = (0..<dimensions).map { axis in points.reduce(0.0) { $0 + $1[axis] } / number }
    let spread = (0..<dimensions).map { axis in
      let squares = points.reduce(0.0) {
        $0 + ($1[axis] - centre[axis]) * ($1[axis] - centre[axis])
      }
      return max((squares / number).squareRoot(), 1e-6)
    }
    // With four parameters a cubic has 35 terms, with eight 165.
    let cubic = PolynomialBasis(centre: centre, spread: spread, degree: 3)
    let quadratic = PolynomialBasis(centre: centre, spread: spread, degree: 2)
    let linear = PolynomialBasis(centre: centre, spread: spread, degree: 1)
    self =
      dimensions <= 4 && points.count >= 6 * cubic.count
      ? cubic : points.count >= 2 * quadratic.count ? quadratic : linear
  }

  /// Writes the terms at a point.
  @inline(__always)
  func evaluate(_ point: [Double], into terms: inout [Double]) {
    terms[0] = 1
    for term in 1..<max(1, count) {
      let axis = factors[term - 1]
      terms[term] = terms[parents[term - 1]] * ((point[axis] - centre[axis]) / spread[axis])
    }
  }

  func terms(at point: [Double]) -> [Double] {
    var terms = [Double](repeating: 0, count: count)
    evaluate(point, into: &terms)
    return terms
  }

  /// Returns the slope of a sum of terms along each coordinate.
  func slopes(_ coefficients: ArraySlice<Double>, at point: [Double]) -> [Double] {
    let values = terms(at: point)
    return (0..<dimensions).map { axis in
      var slopes = [Double](repeating: 0, count: count)
      var sum = 0.0
      for term in 1..<max(1, count) {
        let (parent, factor) = (parents[term - 1], factors[term - 1])
        slopes[term] =
          slopes[parent] * ((point[factor] - centre[factor]) / spread[factor])
          + (factor == axis ? values[parent] / spread[axis] : 0)
        sum += coefficients[coefficients.startIndex + term] * slopes[term]
      }
      return sum
    }
  }
}

/// What stands in for a simulator: a model of each cell, fitted to the counts of runs.
///
/// It does not know what was observed, so one emulator serves any number of observations.
struct Emulator: Sendable {
  let cells: [CalibrationCell]
  let basis: PolynomialBasis
  let fits: [CellFit]
  /// The number of runs that it was fitted to.
  let runs: Int
  /// The inverse of the sum of products of the runs' terms.
  private let spread: SymmetricMatrix
  /// The greatest leverage of its runs.
  private let reach: Double

  /// Fits the cells to runs; by the terms of an emulator of nearly the same runs, or by as many as so
  /// many runs carry.
  init(
    _ cells: [CalibrationCell], points: [[Double]], counts: [[CellCount]],
    like other: Emulator? = nil
  ) {
    self.cells = cells
    let basis = other?.basis ?? PolynomialBasis(about: points)
    var rows: [[Double]] = []
    var terms: [Double] = []
    terms.reserveCapacity(points.count * basis.count)
    var moments = SymmetricMatrix(count: basis.count)
    for point in points {
      let row = basis.terms(at: point)
      rows.append(row)
      terms += row
      moments.addToLowerHalf(1, row[...])
    }
    moments.mirror()
    fits = cells.indices.map { cell in
      CellFit(
        cells[cell].family, counts.map { $0[cell] }, terms: terms, width: basis.count,
        from: other?.fits[cell].coefficients)
    }
    self.basis = basis
    runs = points.count
    for term in 0..<basis.count { moments[term, term] += 1e-9 * moments[0, 0] }
    let spread = Cholesky(moments)?.inverse ?? SymmetricMatrix(count: basis.count)
    self.spread = spread
    reach = rows.reduce(0) { max($0, spread.form($1)) }
  }

  /// Returns the leverage of a point with these terms: the variance of a fit there, in units of that
  /// of a single run.
  func leverage(_ terms: [Double]) -> Double { spread.form(terms) }

  /// Returns the coefficients of terms whose slopes are those of the leverage there.
  func leverageCoefficients(_ terms: [Double]) -> [Double] {
    spread.times(terms).map { 2 * $0 }
  }

  /// Whether a point lies among the runs, as its leverage tells.
  ///
  /// A polynomial bends back somewhere beyond its runs, and would find what was observed there again.
  /// Source: Montgomery, Peck and Vining, "Introduction to Linear Regression Analysis", on hidden
  /// extrapolation.
  func knows(_ leverage: Double) -> Bool { leverage <= reach }
}
