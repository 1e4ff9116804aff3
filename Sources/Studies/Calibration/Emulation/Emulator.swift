import Statistics

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

  /// Fits the cells to runs; by the terms of `basis`, or of one that so many runs carry.
  init(
    _ cells: [CalibrationCell], points: [[Double]], counts: [[CellCount]],
    basis: PolynomialBasis? = nil
  ) {
    self.cells = cells
    let basis = basis ?? PolynomialBasis(about: points)
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
      CellFit(cells[cell].family, counts.map { $0[cell] }, terms: terms, width: basis.count)
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
