internal import RandomStreams

/// The factor L of a positive definite matrix L·Lᵀ.
public struct Cholesky: Sendable {
  private let count: Int
  /// Row by row; above the diagonal zeros.
  private var lower: [Double]

  /// Factors a matrix; `nil` for one that is not positive definite.
  public init?(_ matrix: SymmetricMatrix) {
    count = matrix.count
    lower = [Double](repeating: 0, count: count * count)
    for row in 0..<count {
      for column in 0...row {
        var sum = matrix[row, column]
        for place in 0..<column {
          sum -= lower[row * count + place] * lower[column * count + place]
        }
        if row == column {
          guard sum > 0, sum.isFinite else { return nil }
          lower[row * count + row] = sum.squareRoot()
        } else {
          lower[row * count + column] = sum / lower[column * count + column]
        }
      }
    }
  }

  /// Returns the vector whose product with the matrix is `vector`.
  public func solution(of vector: [Double]) -> [Double] {
    precondition(vector.count == count, "\(vector.count) elements for \(count) rows")
    var solution = vector
    for row in 0..<count {
      for column in 0..<row { solution[row] -= lower[row * count + column] * solution[column] }
      solution[row] /= lower[row * count + row]
    }
    for row in (0..<count).reversed() {
      for column in row + 1..<max(row + 1, count) {
        solution[row] -= lower[column * count + row] * solution[column]
      }
      solution[row] /= lower[row * count + row]
    }
    return solution
  }

  /// The inverse of the matrix.
  public var inverse: SymmetricMatrix {
    var inverse = SymmetricMatrix(count: count)
    for column in 0..<count {
      var unit = [Double](repeating: 0, count: count)
      unit[column] = 1
      for (row, element) in solution(of: unit).enumerated() where row >= column {
        inverse[row, column] = element
      }
    }
    return inverse
  }

  /// The logarithm of the matrix's determinant.
  public var logDeterminant: Double {
    2 * (0..<count).reduce(0.0) { $0 + Double.log(lower[$1 * count + $1]) }
  }
}
