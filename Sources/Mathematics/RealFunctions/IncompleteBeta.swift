extension Double {
  /// Returns the share of the beta function of `a` and `b` that lies below `x`: I(x; a, b), from 0 to 1.
  ///
  /// An `x` outside of 0 to 1 or a parameter that is not positive gives NaN. O(√(a + b)).
  public static func regularizedBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    regularizedBeta(x, complement: 1 - x, a, b)
  }

  /// Returns the share of the beta function that lies below `x`, given 1 − `x` with its own digits.
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
      ? density * betaFraction(x, a, b) / a
      : 1 - density * betaFraction(complement, b, a) / b
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

  /// The continued fraction of the incomplete beta function, evaluated forwards (Lentz, 1976).
  private static func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    var c = 1.0
    var d = 1 / nonZero(1 - (a + b) * x / (a + 1))
    var value = d
    var n = 0.0
    var change = 0.0
    repeat {
      n += 1
      let even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n))
      d = 1 / nonZero(1 + even * d)
      c = nonZero(1 + even / c)
      value *= c * d
      let odd = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1))
      d = 1 / nonZero(1 + odd * d)
      c = nonZero(1 + odd / c)
      change = c * d
      value *= change
    } while (change - 1).magnitude > 3e-16 && n < 1e8
    return value
  }
}
