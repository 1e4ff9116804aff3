extension Double {
  /// Returns the regularized lower gamma function P(a, x), from 0 to 1: the proportion below `x`.
  ///
  /// A negative `x` or a shape that is not positive gives NaN. O(√shape).
  public static func regularizedLowerGamma(shape: Double, _ x: Double) -> Double {
    gammaShares(shape: shape, x).lower
  }

  /// Returns the regularized upper gamma function Q(a, x) = 1 − P(a, x): the proportion above `x`.
  ///
  /// It has its own digits where it is tiny. A negative `x` or a shape that is not positive gives
  /// NaN. O(√shape).
  public static func regularizedUpperGamma(shape: Double, _ x: Double) -> Double {
    gammaShares(shape: shape, x).upper
  }

  private static func gammaShares(shape: Double, _ x: Double) -> (lower: Double, upper: Double) {
    guard shape > 0, shape < .infinity, x >= 0 else { return (.nan, .nan) }
    guard x > 0 else { return (0, 1) }
    guard x < .infinity else { return (1, 0) }
    let density = gammaDensity(shape: shape, x)
    if x < shape + 1 {
      let lower = density * lowerGammaSeries(shape: shape, x)
      return (lower, 1 - lower)
    } else {
      let upper = density * upperGammaFraction(shape: shape, x)
      return (1 - upper, upper)
    }
  }

  /// Returns x^a e^−x / Γ(a), with no difference of large logarithms in it.
  static func gammaDensity(shape: Double, _ x: Double) -> Double {
    (shape * 0.5).squareRoot() * inverseSquareRootOfPi
      * exp(-stirlingError(shape) - deviance(of: shape, from: x))
  }

  private static func lowerGammaSeries(shape: Double, _ x: Double) -> Double {
    var denominator = shape
    var term = 1 / shape
    var sum = term
    repeat {
      denominator += 1
      term *= x / denominator
      sum += term
    } while term > sum * 1e-17
    return sum
  }

  /// Legendre's continued fraction, evaluated forwards (Lentz, 1976).
  private static func upperGammaFraction(shape: Double, _ x: Double) -> Double {
    var b = x + 1 - shape
    var c = Double.infinity
    var d = 1 / b
    var value = d
    var n = 0.0
    var change = 0.0
    repeat {
      n += 1
      let a = n * (shape - n)
      b += 2
      d = 1 / nonZero(a * d + b)
      c = nonZero(b + a / c)
      change = c * d
      value *= change
    } while (change - 1).magnitude > 3e-16 && n < 1e8
    return value
  }

  /// Returns `x`, or a number too small to matter where it is zero and would be divided by.
  static func nonZero(_ x: Double) -> Double {
    x.magnitude < 1e-300 ? 1e-300 : x
  }
}

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

extension Double {
  /// Returns the error function of `x`: the chance that a normal deviate of variance ½ lies within
  /// ±`x`.
  public static func errorFunction(_ x: Double) -> Double {
    guard x.magnitude < 0.5 else {
      return x < 0 ? complementaryErrorFunction(-x) - 1 : 1 - complementaryErrorFunction(x)
    }
    let square = x * x
    var term = 1.0
    var sum = 1.0
    for n in 1...13 {
      term *= -square / Double(n)
      sum += term / Double(2 * n + 1)
    }
    return 2 * inverseSquareRootOfPi * x * sum
  }

  /// Returns 1 − the error function of `x`, with full relative accuracy where that is tiny.
  public static func complementaryErrorFunction(_ x: Double) -> Double {
    guard !x.isNaN else { return x }
    guard x >= 0 else { return 2 - complementaryErrorFunction(-x) }
    guard x < 28 else { return 0 }
    return exp(minusSquareOf: x, times: 1) * scaledComplementaryErrorFunction(x)
  }

  /// Returns exp(x²) times the complementary error function of `x`, for an `x` of at least zero.
  static func scaledComplementaryErrorFunction(_ x: Double) -> Double {
    // A Chebyshev expansion of (1 + 2x) exp(x²) erfc(x) over the half line, as Shepherd and
    // Laframboise (1981) proposed; the coefficients were computed with 50 digits.
    let t = 2 * ((x - 3.75) / (x + 3.75))
    var (newer, older) = (0.0, 0.0)
    for coefficient in scaledErrorCoefficients.reversed() {
      (newer, older) = (t * newer - older + coefficient, newer)
    }
    return (newer - 0.5 * t * older) / (1 + 2 * x)
  }

  /// Returns exp(−`x`² · `factor`) for a factor that is a power of two, however large the square.
  static func exp(minusSquareOf x: Double, times factor: Double) -> Double {
    // The rounding error of a square of 700 would be one of 1e-13 in the result (Cody, 1969).
    let coarse = (x * 16).rounded(.towardZero) / 16
    return exp(-coarse * coarse * factor) * exp(-(x - coarse) * (x + coarse) * factor)
  }

  static let inverseSquareRootOfPi = 0.564_189_583_547_756_287
}

private let scaledErrorCoefficients: [Double] = [
  1.177_578_934_567_401_754, -4.590_054_580_646_477_331e-3, -8.424_913_336_651_791_558e-2,
  5.920_993_999_819_189_050e-2, -2.665_866_843_530_575_228e-2, 9.074_997_670_705_265_094e-3,
  -2.413_163_540_417_608_191e-3, 4.907_758_365_258_086_286e-4, -6.916_973_302_501_206_367e-5,
  4.139_027_986_073_010_168e-6, 7.740_383_066_198_490_669e-7, -2.188_640_104_923_439_546e-7,
  1.076_499_946_567_091_038e-8, 4.521_959_811_218_286_898e-9, -7.754_400_208_831_351_107e-10,
  -6.318_088_340_886_684_494e-11, 2.868_795_010_930_669_898e-11, 1.945_586_854_577_734_723e-13,
  -9.654_696_748_433_438_906e-13, 3.252_548_148_148_739_842e-14, 3.347_811_948_286_805_388e-14,
  -1.864_562_880_419_313_102e-15, -1.250_795_053_068_864_709e-15, 7.418_235_256_624_043_463e-17,
  5.068_148_904_796_111_317e-17,
]

extension Double {
  /// Returns the regularized incomplete beta function I(x; a, b), from 0 to 1: the proportion below
  /// `x`.
  ///
  /// An `x` outside of 0 to 1 or a parameter that is not positive gives NaN. O(√(a + b)).
  public static func regularizedBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    regularizedBeta(x, complement: 1 - x, a, b)
  }

  /// Returns the proportion of the beta function below `x`, given 1 − `x` with its own digits.
  ///
  /// Where `x` is nearly 1 the difference would have lost them.
  public static func regularizedBeta(
    _ x: Double, complement: Double, _ a: Double, _ b: Double
  ) -> Double {
    guard x >= 0, complement >= 0, a > 0, b > 0, a < .infinity, b < .infinity else { return .nan }
    guard x > 0 else { return 0 }
    guard complement > 0 else { return 1 }
    let density = betaDensity(x, complement, a, b)
    return x * (a + b + 2) < a + 1
      ? density * betaFraction(x, complement, a, b)
      : 1 - density * betaFraction(complement, x, b, a)
  }

  /// Returns x^a (1 − x)^b / B(a, b), with no difference of large logarithms in it.
  private static func betaDensity(
    _ x: Double, _ complement: Double, _ a: Double, _ b: Double
  ) -> Double {
    let total = a + b
    let exponent =
      stirlingError(total) - stirlingError(a) - stirlingError(b)
      - deviance(of: a, from: total * x) - deviance(of: b, from: total * complement)
    return (0.5 * a * (b / total)).squareRoot() * inverseSquareRootOfPi * exp(exponent)
  }

  /// The continued fraction of DiDonato and Morris (1992), evaluated forwards (Lentz, 1976).
  private static func betaFraction(
    _ x: Double, _ complement: Double, _ a: Double, _ b: Double
  ) -> Double {
    // a − (a + b) x, from whichever of x and 1 − x has kept its digits.
    let excess = x > complement ? (a + b) * complement - b : a - (a + b) * x
    var value = nonZero(a * (excess + 1) / (a + 1))
    var c = value
    var d = 0.0
    var n = 0.0
    var change = 0.0
    repeat {
      n += 1
      let odd = a + 2 * n - 1
      let numerator = (a + n - 1) / odd * ((a + b + n - 1) / odd) * n * (b - n) * x * x
      let denominator =
        n + n * (b - n) * x / odd + (a + n) * (excess + 1 + n * (1 + complement)) / (odd + 2)
      d = 1 / nonZero(denominator + numerator * d)
      c = nonZero(denominator + numerator / c)
      change = c * d
      value *= change
    } while (change - 1).magnitude > 3e-16 && n < 1e8
    return 1 / value
  }
}

extension Double {
  /// Returns the logarithm of the gamma function of `x`, with the relative accuracy kept near its
  /// zeros 1 and 2.
  ///
  /// Zero and infinity give infinity, a negative number NaN.
  public static func logGamma(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return x >= 0 ? .infinity : .nan }
    if x < 0.5 { return logGamma(aboveTwoBy: x) - log(x * (1 + x)) }
    if x < 1.5 { return logGamma(aboveTwoBy: x - 1) - log(onePlus: x - 1) }
    if x < 10 {
      var (argument, product) = (x, 1.0)
      while argument > 2.5 {
        argument -= 1
        product *= argument
      }
      return logGamma(aboveTwoBy: argument - 2) + log(product)
    }
    return (x - 0.5) * (log(x) - 1) + (halfLogOfTwoPi - 0.5 + stirlingError(x))
  }

  /// Returns what Stirling's formula leaves of the logarithm of the gamma function:
  /// logΓ(`x`) − (`x` − ½) log `x` + `x` − ½ log 2π.
  ///
  /// Source: Loader (2000), "Fast and accurate computation of binomial probabilities".
  package static func stirlingError(_ x: Double) -> Double {
    guard x >= 10 else { return logGamma(x) - (x - 0.5) * log(x) + x - halfLogOfTwoPi }
    let square = 1 / (x * x)
    var series = 1.0 / 156
    series = series * square - 691.0 / 360_360
    series = series * square + 1.0 / 1_188
    series = series * square - 1.0 / 1_680
    series = series * square + 1.0 / 1_260
    series = series * square - 1.0 / 360
    series = series * square + 1.0 / 12
    return series / x
  }

  /// Returns `value` · log(`value` / `mean`) + `mean` − `value`, exact also where the two nearly
  /// agree.
  ///
  /// Source: the deviance term of Loader (2000).
  package static func deviance(of value: Double, from mean: Double) -> Double {
    let difference = value - mean
    guard difference.magnitude < 0.5 * (value + mean) else {
      return value * log(value / mean) - difference
    }
    let ratio = difference / (value + mean)
    let square = ratio * ratio
    var sum = difference * ratio
    var power = 2 * value * ratio
    for n in 1...1_000 {
      power *= square
      let next = sum + power / Double(2 * n + 1)
      if next == sum { break }
      sum = next
    }
    return sum
  }

  package static let halfLogOfTwoPi = 0.918_938_533_204_672_741_8

  /// Returns logΓ(2 + `z`) for a `z` within a half of zero.
  private static func logGamma(aboveTwoBy z: Double) -> Double {
    var series = 0.0
    for coefficient in logGammaCoefficients.reversed() { series = series * z + coefficient }
    return series * z
  }
}

// The Taylor series about 2: 1 − γ, then (−1)^k (ζ(k) − 1) / k.
private let logGammaCoefficients: [Double] = [
  0.422_784_335_098_467_139_4, 0.322_467_033_424_113_218_2, -0.067_352_301_053_198_095_13,
  0.020_580_808_427_784_547_88, -7.385_551_028_673_985_266e-3, 2.890_510_330_741_523_286e-3,
  -1.192_753_911_703_260_977e-3, 5.096_695_247_430_424_223e-4, -2.231_547_584_535_793_798e-4,
  9.945_751_278_180_853_371e-5, -4.492_623_673_813_314_170e-5, 2.050_721_277_567_069_155e-5,
  -9.439_488_275_268_395_904e-6, 4.374_866_789_907_487_804e-6, -2.039_215_753_801_366_237e-6,
  9.551_412_130_407_419_833e-7, -4.492_469_198_764_566_043e-7, 2.120_718_480_555_466_587e-7,
  -1.004_322_482_396_809_961e-7, 4.769_810_169_363_980_566e-8, -2.271_109_460_894_316_491e-8,
  1.083_865_921_489_695_409e-8, -5.183_475_041_970_046_655e-9, 2.483_674_543_802_478_317e-9,
  -1.192_140_140_586_091_207e-9, 5.731_367_241_678_862_013e-10,
]

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

extension Double {
  /// Returns the chance that a standard normal deviate is at most `z`.
  ///
  /// Full relative accuracy in the far lower tail; for the upper tail ask for the cumulative of
  /// −`z`.
  public static func normalCumulative(_ z: Double) -> Double {
    guard z.magnitude < 39 else { return z.isNaN ? z : z < 0 ? 0 : 1 }
    let distance = z.magnitude
    let tail =
      0.5 * exp(minusSquareOf: distance, times: 0.5)
      * scaledComplementaryErrorFunction(distance * 0.5.squareRoot())
    return z < 0 ? tail : 1 - tail
  }

  /// Returns the `z` that a standard normal deviate stays below with chance `p`, to 16 digits.
  ///
  /// A `p` of 0 gives minus infinity, of 1 infinity; outside of that, and for NaN, NaN.
  /// The upper tail's quantile is minus that of the lower, which keeps its digits.
  /// Source: Wichura (1988), algorithm AS 241, PPND16.
  @inlinable
  public static func normalQuantile(_ p: Double) -> Double {
    let offset = p - 0.5
    if offset.magnitude <= 0.425 {
      return offset * centralNormalQuantileRatio(0.180625 - offset * offset)
    }
    guard p > 0, p < 1 else { return p == 0 ? -.infinity : p == 1 ? .infinity : .nan }
    let root = (-log(offset < 0 ? p : 1 - p)).squareRoot()
    let z = root <= 5 ? middleNormalQuantile(root - 1.6) : farNormalQuantile(root - 5)
    return offset < 0 ? -z : z
  }

  @inlinable
  static func centralNormalQuantileRatio(_ r: Double) -> Double {
    var above = 2509.0809287301226727
    above = above * r + 33430.575583588128105
    above = above * r + 67265.770927008700853
    above = above * r + 45921.953931549871457
    above = above * r + 13731.693765509461125
    above = above * r + 1971.5909503065514427
    above = above * r + 133.14166789178437745
    above = above * r + 3.387132872796366608
    var below = 5226.495278852545925
    below = below * r + 28729.085735721942674
    below = below * r + 39307.89580009271061
    below = below * r + 21213.794301586595867
    below = below * r + 5394.1960214247511077
    below = below * r + 687.1870074920579083
    below = below * r + 42.313330701600911252
    return above / (below * r + 1)
  }

  @usableFromInline
  static func middleNormalQuantile(_ r: Double) -> Double {
    var above = 7.7454501427834140764e-4
    above = above * r + 0.0227238449892691845833
    above = above * r + 0.24178072517745061177
    above = above * r + 1.27045825245236838258
    above = above * r + 3.64784832476320460504
    above = above * r + 5.7694972214606914055
    above = above * r + 4.6303378461565452959
    above = above * r + 1.42343711074968357734
    var below = 1.05075007164441684324e-9
    below = below * r + 5.475938084995344946e-4
    below = below * r + 0.0151986665636164571966
    below = below * r + 0.14810397642748007459
    below = below * r + 0.68976733498510000455
    below = below * r + 1.6763848301838038494
    below = below * r + 2.05319162663775882187
    return above / (below * r + 1)
  }

  @usableFromInline
  static func farNormalQuantile(_ r: Double) -> Double {
    var above = 2.01033439929228813265e-7
    above = above * r + 2.71155556874348757815e-5
    above = above * r + 0.0012426609473880784386
    above = above * r + 0.026532189526576123093
    above = above * r + 0.29656057182850489123
    above = above * r + 1.7848265399172913358
    above = above * r + 5.4637849111641143699
    above = above * r + 6.6579046435011037772
    var below = 2.04426310338993978564e-15
    below = below * r + 1.4215117583164458887e-7
    below = below * r + 1.8463183175100546818e-5
    below = below * r + 7.868691311456132591e-4
    below = below * r + 0.0148753612908506148525
    below = below * r + 0.13692988092273580531
    below = below * r + 0.59983220655588793769
    return above / (below * r + 1)
  }
}
