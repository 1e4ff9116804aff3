extension MutableCollection where Self: RandomAccessCollection {
  /// Shuffles the elements; every order is exactly equally likely.
  ///
  /// Unlike that of `shuffle(using:)`, the result does not change with the standard library.
  ///
  /// - Complexity: O(count).
  @inlinable
  public mutating func shuffle(by generator: inout some RandomNumberGenerator) {
    var left = count
    var place = startIndex
    while left > 1 {
      let distance = Int(generator.uniform(below: UInt64(left)))
      swapAt(place, index(place, offsetBy: distance))
      formIndex(after: &place)
      left -= 1
    }
  }
}
