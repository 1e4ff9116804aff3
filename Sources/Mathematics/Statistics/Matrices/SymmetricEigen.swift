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
