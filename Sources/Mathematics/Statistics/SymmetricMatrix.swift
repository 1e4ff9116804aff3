internal import RandomStreams

/// A square matrix that is its own transpose, for a few dozen rows.
public struct SymmetricMatrix: Sendable, Hashable {
  /// The number of rows, and of columns.
  public let count: Int
  /// Row by row, both halves.
  @usableFromInline var elements: [Double]

  /// Creates a matrix of zeros.
  public init(count: Int) {
    precondition(count >= 0, "\(count) rows")
    self.count = count
    elements = [Double](repeating: 0, count: count * count)
  }

  /// Creates a matrix with these elements on the diagonal, and zeros beside it.
  public init(diagonal: [Double]) {
    self.init(count: diagonal.count)
    for (place, element) in diagonal.enumerated() { self[place, place] = element }
  }

  /// The element in a row and a column; setting it sets the one on the other side of the diagonal.
  @inlinable
  public subscript(row: Int, column: Int) -> Double {
    get { elements[row * count + column] }
    set {
      elements[row * count + column] = newValue
      elements[column * count + row] = newValue
    }
  }

  /// Adds `weight` times the product of `vector` with itself, to the lower half only.
  ///
  /// `mirror()` completes the matrix after the last one.
  @inlinable
  public mutating func addToLowerHalf(_ weight: Double, _ vector: ArraySlice<Double>) {
    let rows = count
    var span = elements.mutableSpan
    let vector = vector.span
    for row in 0..<rows {
      let factor = weight * vector[row]
      let start = row &* rows
      for column in 0...row { span[start &+ column] += factor * vector[column] }
    }
  }

  /// Copies the lower half to the upper.
  public mutating func mirror() {
    for row in 0..<count {
      for column in 0..<row { elements[column * count + row] = elements[row * count + column] }
    }
  }

  /// Returns the matrix with every element times `factor`.
  public func scaled(by factor: Double) -> SymmetricMatrix {
    var scaled = self
    for place in scaled.elements.indices { scaled.elements[place] *= factor }
    return scaled
  }

  /// Returns the product with a vector.
  public func times(_ vector: [Double]) -> [Double] {
    precondition(vector.count == count, "\(vector.count) elements for \(count) columns")
    return (0..<count).map { row in
      (0..<count).reduce(0.0) { $0 + self[row, $1] * vector[$1] }
    }
  }

  /// Returns the vector's product with the matrix and itself.
  public func form(_ vector: [Double]) -> Double {
    precondition(vector.count == count, "\(vector.count) elements for \(count) columns")
    let (elements, vector) = (elements.span, vector.span)
    var sum = 0.0
    for row in 0..<count {
      var product = 0.0
      for column in 0..<row { product += elements[row &* count &+ column] * vector[column] }
      sum += vector[row] * (2 * product + vector[row] * elements[row &* count &+ row])
    }
    return sum
  }
}

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

/// The eigenvalues of a symmetric matrix, the greatest first, with their directions.
///
/// By Jacobi's rotations, which keep the digits of small eigenvalues better than other methods.
public struct SymmetricEigen: Sendable {
  /// The eigenvalues, the greatest first.
  public let values: [Double]
  /// The direction of each, of length one.
  public let directions: [[Double]]

  /// Decomposes a matrix of finite numbers.
  public init(_ matrix: SymmetricMatrix) {
    let count = matrix.count
    var matrix = matrix
    var rotation = SymmetricEigen.identity(count)
    for _ in 0..<100 {
      var beside = 0.0
      var onDiagonal = 0.0
      for row in 0..<count {
        onDiagonal += matrix[row, row] * matrix[row, row]
        for column in 0..<row { beside += matrix[row, column] * matrix[row, column] }
      }
      guard beside > 1e-30 * onDiagonal else { break }
      for row in 0..<count {
        for column in 0..<row { Self.rotate(&matrix, &rotation, column, row) }
      }
    }
    let order = (0..<count).sorted { matrix[$0, $0] > matrix[$1, $1] }
    values = order.map { matrix[$0, $0] }
    directions = order.map { column in (0..<count).map { rotation[$0][column] } }
  }

  /// The greatest eigenvalue over the least; infinite where the least is not positive.
  public var condition: Double {
    guard let most = values.first, let least = values.last else { return 1 }
    return least > 0 ? most / least : .infinity
  }

  private static func identity(_ count: Int) -> [[Double]] {
    (0..<count).map { row in (0..<count).map { $0 == row ? 1 : 0 } }
  }

  /// Turns the plane of two axes such that the element between them is zero.
  private static func rotate(
    _ matrix: inout SymmetricMatrix, _ rotation: inout [[Double]], _ p: Int, _ q: Int
  ) {
    let between = matrix[p, q]
    guard between != 0 else { return }
    let half = (matrix[q, q] - matrix[p, p]) / (2 * between)
    let tangent = (half >= 0 ? 1 : -1) / (half.magnitude + (half * half + 1).squareRoot())
    let cosine = 1 / (tangent * tangent + 1).squareRoot()
    let sine = tangent * cosine
    let (pp, qq) = (matrix[p, p], matrix[q, q])
    for other in 0..<matrix.count where other != p && other != q {
      let (left, right) = (matrix[other, p], matrix[other, q])
      matrix[other, p] = cosine * left - sine * right
      matrix[other, q] = sine * left + cosine * right
    }
    matrix[p, p] = pp - tangent * between
    matrix[q, q] = qq + tangent * between
    matrix[p, q] = 0
    for row in rotation.indices {
      let (left, right) = (rotation[row][p], rotation[row][q])
      rotation[row][p] = cosine * left - sine * right
      rotation[row][q] = sine * left + cosine * right
    }
  }
}
