import Matrices

/// What stands in for a simulator: a model of each cell, fitted to the counts of runs.
///
/// It does not know what was observed, so one emulator serves any number of observations.
struct Emulator: Sendable {
  let cells: [CalibrationCell]
  let basis: PolynomialBasis
  let fits: [CellFit]
  /// The number of runs that it was fitted to.
  let runs: Int

  init(_ cells: [CalibrationCell], points: [[Double]], counts: [[CellCount]]) {
    self.cells = cells
    let basis = PolynomialBasis(about: points)
    var terms: [Double] = []
    terms.reserveCapacity(points.count * basis.count)
    var moments = SymmetricMatrix(count: basis.count)
    for point in points {
      let row = basis.terms(at: point)
      terms += row
      moments.addToLowerHalf(1, row[...])
    }
    moments.mirror()
    fits = cells.indices.map { cell in
      CellFit(cells[cell].family, counts.map { $0[cell] }, terms: terms, moments: moments)
    }
    self.basis = basis
    runs = points.count
  }
}
