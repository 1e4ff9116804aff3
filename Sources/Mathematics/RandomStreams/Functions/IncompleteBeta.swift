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
