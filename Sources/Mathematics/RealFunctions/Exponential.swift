extension Double {
  /// Returns e to the power of `x`: the same bits on every machine, unlike the C library's.
  @inlinable
  public static func exp(_ x: Double) -> Double {
    guard x < 709.782_712_893_384 else { return x.isNaN ? x : .infinity }
    guard x > -745.133_219_101_941_2 else { return 0 }
    // x = k ln 2 + r, with r within half of ln 2.
    let k = (x * 1.442_695_040_888_963_4).rounded(.toNearestOrEven)
    let r = (x - k * 0x1.62e42fefa38p-1) - k * 0x1.ef35793c7673p-45
    var series = 1.0 / 6_227_020_800
    series = series * r + 1.0 / 479_001_600
    series = series * r + 1.0 / 39_916_800
    series = series * r + 1.0 / 3_628_800
    series = series * r + 1.0 / 362_880
    series = series * r + 1.0 / 40_320
    series = series * r + 1.0 / 5_040
    series = series * r + 1.0 / 720
    series = series * r + 1.0 / 120
    series = series * r + 1.0 / 24
    series = series * r + 1.0 / 6
    series = series * r + 0.5
    let value = 1 + (r + r * r * series)
    // In two steps, so that neither factor overflows or vanishes at the edges.
    let half = Int(k) >> 1
    return value * power(of: half) * power(of: Int(k) - half)
  }

  /// Two to the power of `exponent`, which is well inside the range of exponents.
  @inlinable
  static func power(of exponent: Int) -> Double {
    Double(bitPattern: UInt64(bitPattern: Int64(exponent + 1023)) << 52)
  }
}
