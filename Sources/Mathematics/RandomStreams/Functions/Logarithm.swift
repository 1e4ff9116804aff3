extension Double {
  /// Returns the natural logarithm of `x`, within one unit in the last place: the same bits on
  /// every machine, unlike the C library's.
  ///
  /// Negative numbers give NaN, zero gives minus infinity.
  @inlinable
  public static func log(_ x: Double) -> Double {
    // One comparison for all that is positive, finite and not subnormal.
    guard x.bitPattern &- leastNormalMagnitude.bitPattern < 0x7FE0_0000_0000_0000 else {
      return logAtEdge(x)
    }
    let (power, fraction) = logarithmParts(x)
    return logarithm(power: power, fraction: fraction)
  }

  /// Returns the natural logarithm of 1 + `x`, within one unit in the last place also where `x` is
  /// so small that 1 + `x` is 1.
  ///
  /// Numbers below −1 give NaN, −1 gives minus infinity.
  @inlinable
  public static func log(onePlus x: Double) -> Double {
    // Between √½ − 1 and √2 − 1 the fraction is `x` itself, with nothing lost.
    if x > -0.292_893_218_813_452_4, x < 0.414_213_562_373_095 {
      return x.magnitude < 0x1p-54 ? x : logarithm(power: 0, fraction: x)
    }
    guard x > -1, x < infinity else { return log(1 + x) }
    let sum = 1 + x
    let lost = x > 1 ? 1 - (sum - x) : x - (sum - 1)
    let (power, fraction) = logarithmParts(sum)
    return logarithm(power: power, fraction: fraction, correction: lost / sum)
  }

  /// The logarithm of an argument that is zero, subnormal, negative, infinite or NaN.
  @usableFromInline
  static func logAtEdge(_ x: Double) -> Double {
    guard x > 0, x < infinity else { return x == 0 ? -infinity : x > 0 ? x : nan }
    let (power, fraction) = logarithmParts(x * 0x1p54)
    return logarithm(power: power - 54, fraction: fraction)
  }

  /// The parts of a positive normal `x` = 2^power · (1 + fraction), with 1 + fraction from √½ to √2.
  @inlinable
  static func logarithmParts(_ x: Double) -> (power: Double, fraction: Double) {
    let power = Int64(bitPattern: x.bitPattern &- 0x3FE6_A09E_667F_3BCD) >> 52
    let significand = Double(bitPattern: x.bitPattern &- UInt64(bitPattern: power) << 52)
    return (Double(power), significand - 1)
  }

  /// Returns ln(2^power · (1 + fraction)) + correction.
  ///
  /// With s = f / (2 + f) is ln(1 + f) = 2 atanh s = f − (f²/2 − s · (f²/2 + R(s²))), where `f` is
  /// exact and all else small (the arrangement of fdlibm, Sun Microsystems, 1993). R is 2/3 s² +
  /// 2/5 s⁴ + …, here its interpolation at Chebyshev's nodes, off by less than 2^−59 of ln(1 + f).
  @inlinable
  static func logarithm(power: Double, fraction: Double, correction: Double = 0) -> Double {
    let ratio = fraction / (2 + fraction)
    let square = ratio * ratio
    let fourth = square * square
    let odd =
      0x1.5555555555558p-1
      + fourth
      * (0x1.2492492df148dp-2
        + fourth * (0x1.7462b4ab2ef6bp-3 + fourth * 0x1.2b584aae78a67p-3))
    let even =
      0x1.99999999952e2p-2
      + fourth * (0x1.c71c62e5800a1p-3 + fourth * 0x1.39fe606542ddcp-3)
    let series = square * odd + fourth * even
    let half = 0.5 * fraction * fraction
    // ln 2 in two parts, the first with so few bits that its product with a power is exact.
    let small = power * 0x1.ef35793c7673p-45 + correction
    return power * 0x1.62e42fefa38p-1 - ((half - (ratio * (half + series) + small)) - fraction)
  }
}
