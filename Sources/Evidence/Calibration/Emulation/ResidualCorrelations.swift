import Matrices

/// The correlations of what emulators leave over in the same runs: the members of two weeks are
/// largely the same people.
enum ResidualCorrelations {
  /// Returns the correlations of rows of residuals, drawn towards none by as much as chance explains.
  ///
  /// Source: Schäfer and Strimmer (2005), target D with unit variances.
  static func shrunken(_ rows: [[Double]]) -> SymmetricMatrix {
    let runs = Double(max(rows.first?.count ?? 0, 1))
    let lengths = rows.map { row in
      max(row.reduce(0.0) { $0 + $1 * $1 }, 1e-300).squareRoot()
    }
    var correlations = SymmetricMatrix(diagonal: rows.map { _ in 1 })
    var (chance, squares) = (0.0, 0.0)
    for row in rows.indices {
      for column in 0..<row {
        var sum = 0.0
        for run in rows[row].indices { sum += rows[row][run] * rows[column][run] }
        let correlation = sum / (lengths[row] * lengths[column])
        correlations[row, column] = correlation
        let rest = 1 - correlation * correlation
        chance += rest * rest / runs
        squares += correlation * correlation
      }
    }
    let kept = squares > 0 ? max(0, 1 - chance / squares) : 0
    for row in rows.indices {
      for column in 0..<row { correlations[row, column] *= kept }
    }
    return correlations
  }
}
