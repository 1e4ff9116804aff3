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
