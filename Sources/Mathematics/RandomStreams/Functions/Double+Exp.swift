extension Double {
  /// Returns e to the power of `x`, within one unit in the last place: the same bits on every
  /// machine, unlike the C library's.
  @inlinable
  public static func exp(_ x: Double) -> Double {
    guard x.magnitude < 708 else { return expAtEdge(x) }
    let (power, excess) = exponentialParts(x)
    return (1 + excess) * powerOfTwo(power)
  }

  /// Returns e to the power of `x`, less one, within two units in the last place also where the
  /// power is close to one.
  @inlinable
  public static func expMinusOne(_ x: Double) -> Double {
    guard x.magnitude < 40 else { return x < 0 ? -1 : exp(x) }
    guard x.magnitude > 0x1p-54 else { return x }
    let (power, excess) = exponentialParts(x)
    guard power != 0 else { return excess }
    return (excess + (1 - powerOfTwo(-power))) * powerOfTwo(power)
  }

  /// The power where the result may overflow, be subnormal or vanish, or where `x` is no number.
  @usableFromInline
  static func expAtEdge(_ x: Double) -> Double {
    guard x <= 709.782_712_893_384 else { return x.isNaN ? x : infinity }
    guard x > -745.133_219_101_941_2 else { return 0 }
    let (power, excess) = exponentialParts(x)
    // In two steps, so that neither factor overflows or vanishes, and only the last one rounds.
    return (1 + excess) * powerOfTwo(power / 2) * powerOfTwo(power - power / 2)
  }

  /// The parts of e^x = 2^power · (1 + excess), with the excess of x less power · ln 2, which is at
  /// most half of ln 2.
  ///
  /// (e^r − 1 − r) / r² is interpolated at Chebyshev's nodes, off by less than 2^−61 of e^r.
  @inlinable
  static func exponentialParts(_ x: Double) -> (power: Int64, excess: Double) {
    // At this size a unit in the last place is one: the sum rounds, and its last bits are the power.
    let shifted = x * 1.442_695_040_888_963_4 + 0x1.8p52
    let rounded = shifted - 0x1.8p52
    let power = Int64(bitPattern: shifted.bitPattern << 13) >> 13
    // ln 2 in two parts, the first with so few bits that its product with a power is exact.
    let high = x - rounded * 0x1.62e42fefa38p-1
    let low = rounded * 0x1.ef35793c7673p-45
    let r = high - low
    let square = r * r
    let fourth = square * square
    let first =
      (0.5 + r * 0x1.5555555555557p-3)
      + square * (0x1.5555555555556p-5 + r * 0x1.11111111100dcp-7)
    let second =
      (0x1.6c16c16c162d4p-10 + r * 0x1.a01a01abe7fe1p-13)
      + square * (0x1.a01a01a6d889cp-16 + r * 0x1.71de0231960ebp-19)
    let third =
      (0x1.27e4db646b17ep-22 + r * 0x1.af4de97ca4194p-26)
      + square * 0x1.1f730349868cep-29
    let series = first + fourth * (second + fourth * third)
    return (power, high + (square * series - low))
  }

  /// Two to the power of `exponent`, which is that of a normal number.
  @inlinable
  static func powerOfTwo(_ exponent: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: exponent &+ 1023) << 52)
  }
}
