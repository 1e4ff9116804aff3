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
