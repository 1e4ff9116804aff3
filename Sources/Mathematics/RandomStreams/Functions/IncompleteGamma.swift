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
