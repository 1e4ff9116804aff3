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
