import Statistics
import Testing

@Suite("Symmetric matrices")
struct MatrixTests {
  /// The Hilbert matrix, the usual hard case.
  private func hilbert(_ count: Int) -> SymmetricMatrix {
    var matrix = SymmetricMatrix(count: count)
    for row in 0..<count {
      for column in 0...row { matrix[row, column] = 1 / Double(row + column + 1) }
    }
    return matrix
  }

  @Test("a solution is what the matrix turns into the vector")
  func solution() throws {
    let matrix = hilbert(5)
    let factor = try #require(Cholesky(matrix))
    let back = matrix.times(factor.solution(of: [1, 2, 3, 4, 5]))
    for (place, value) in back.enumerated() {
      #expect(abs(value - Double(place + 1)) < 1e-8)
    }
  }

  @Test("the inverse of the Hilbert matrix has the integers that are known")
  func inverse() throws {
    let inverse = try #require(Cholesky(hilbert(3))).inverse
    let known = [[9.0, -36, 30], [-36, 192, -180], [30, -180, 180]]
    for row in 0..<3 {
      for column in 0..<3 { #expect(abs(inverse[row, column] - known[row][column]) < 1e-9) }
    }
  }

  @Test("the determinant of the Hilbert matrix of order four is 1/6,048,000")
  func determinant() throws {
    let factor = try #require(Cholesky(hilbert(4)))
    #expect(abs(factor.logDeterminant + 15.615_238_196_841) < 1e-9)
  }

  @Test("a matrix with a negative direction has no factor")
  func indefinite() {
    var matrix = SymmetricMatrix(diagonal: [1, 1])
    matrix[0, 1] = 1.5
    #expect(Cholesky(matrix) == nil)
  }

  @Test("eigenvalues are those of the closed form, the greatest first")
  func eigenvalues() {
    var matrix = SymmetricMatrix(diagonal: [2, 2, 2])
    matrix[0, 1] = -1
    matrix[1, 2] = -1
    // Of this chain they are 2 − 2 cos(kπ/4).
    let root = 2.0.squareRoot()
    for (value, known) in zip(SymmetricEigen(matrix).values, [2 + root, 2, 2 - root]) {
      #expect(abs(value - known) < 1e-12)
    }
  }

  @Test("a direction is stretched by its eigenvalue, also where one is tiny")
  func directions() {
    let matrix = hilbert(6)
    let eigen = SymmetricEigen(matrix)
    for (value, direction) in zip(eigen.values, eigen.directions) {
      for (left, right) in zip(matrix.times(direction), direction) {
        #expect(abs(left - value * right) < 1e-14)
      }
    }
    // Published: 1.495 · 10⁷ (Todd, 1954).
    #expect(abs(eigen.condition / 1.495_105_864e7 - 1) < 1e-6)
  }

  @Test("products with itself add up in the lower half, and are mirrored once")
  func products() {
    var matrix = SymmetricMatrix(count: 2)
    matrix.addToLowerHalf(2, [1, 3])
    matrix.addToLowerHalf(1, [1, -1])
    matrix.mirror()
    #expect([matrix[0, 0], matrix[0, 1], matrix[1, 0], matrix[1, 1]] == [3, 5, 5, 19])
    #expect(matrix.form([1, 1]) == 32)
  }
}
