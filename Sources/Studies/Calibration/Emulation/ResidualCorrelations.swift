import Statistics

/// The correlations of what emulators leave over in the same runs: the members of two weeks are
/// largely the same people.
public struct ResidualCorrelations: Sendable {
  /// The correlations, drawn towards none by as much as chance explains.
  let matrix: SymmetricMatrix
  /// How much of the correlations is kept, from 0 to 1.
  let kept: Double

  /// Returns the factor on the inverse of a covariance matrix of `outputs` that was estimated from
  /// `runs`: without it the inverse is too great on average.
  ///
  /// Source: Hartlap, Simon and Schneider (2007).
  public static func precisionFactor(runs: Int, outputs: Int) -> Double {
    max(0, Double(runs - outputs - 2) / Double(runs - 1))
  }

  /// Correlates rows of residuals.
  ///
  /// Source: Schäfer and Strimmer (2005), target D with unit variances.
  init(_ rows: [[Double]]) {
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
    kept = squares > 0 ? max(0, 1 - chance / squares) : 0
    for row in rows.indices {
      for column in 0..<row { correlations[row, column] *= kept }
    }
    matrix = correlations
  }
}
