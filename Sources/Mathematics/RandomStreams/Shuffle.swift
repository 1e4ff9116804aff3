extension MutableCollection where Self: RandomAccessCollection {
  /// Puts the elements in an order that is exactly as likely as any other, in linear time.
  ///
  /// Unlike `shuffle(using:)`, whose result may change with the standard library, it stays the same.
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
