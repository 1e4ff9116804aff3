extension Double {
  /// The number from 0 up to, not including, 1 that the upper 53 of these random bits give.
  @inlinable
  public init(unit bits: UInt64) {
    self = Double(bits &>> 11) * 0x1p-53
  }

  /// The number above 0 and below 1 that the upper 52 of these random bits give.
  ///
  /// They lie evenly about one half, and one less such a number is exact.
  @inlinable
  public init(openUnit bits: UInt64) {
    self = (Double(bits &>> 12) + 0.5) * 0x1p-52
  }
}

// Not the standard library's `random(in:using:)`, whose numbers may change with its version.
extension RandomNumberGenerator {
  /// Returns a number from 0 up to, not including, 1, in steps of 2^−53.
  @inlinable
  public mutating func uniform() -> Double { Double(unit: next()) }

  /// Returns a number above 0 and below 1.
  @inlinable
  public mutating func openUniform() -> Double { Double(openUnit: next()) }

  /// Returns a whole number below `bound`, which is above zero; all are equally likely.
  ///
  /// Nearly always one multiplication (Lemire, 2019).
  @inlinable
  public mutating func uniform(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "no number is below a bound of 0")
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let excess = (0 &- bound) % bound
      while product.low < excess { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }
}
