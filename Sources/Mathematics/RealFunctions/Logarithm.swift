extension Double {
  /// Returns the natural logarithm of `x`: the same bits on every machine, unlike the C library's.
  ///
  /// Negative numbers give NaN, zero gives minus infinity.
  @inlinable
  public static func log(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    // x = 2^exponent · significand, with the significand between √½ and √2.
    var exponent = Double(x.exponent)
    var significand = x.significand
    if significand > 1.414_213_562_373_095_1 {
      significand *= 0.5
      exponent += 1
    }
    // log(m) = 2 atanh((m − 1) / (m + 1)); the argument is below 0.1716, its square below 0.0295.
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var series = 1.0 / 23
    series = series * square + 1.0 / 21
    series = series * square + 1.0 / 19
    series = series * square + 1.0 / 17
    series = series * square + 1.0 / 15
    series = series * square + 1.0 / 13
    series = series * square + 1.0 / 11
    series = series * square + 1.0 / 9
    series = series * square + 1.0 / 7
    series = series * square + 1.0 / 5
    series = series * square + 1.0 / 3
    let fraction = 2 * ratio + 2 * ratio * square * series
    // ln 2 in two parts, the first with so few bits that its product with an exponent is exact.
    return exponent * 0x1.62e42fefa38p-1 + (exponent * 0x1.ef35793c7673p-45 + fraction)
  }
}
