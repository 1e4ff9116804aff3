extension Double {
  /// Returns the natural logarithm of 1 + `x`, exact also where `x` is far below one.
  ///
  /// Numbers below −1 give NaN, −1 gives minus infinity.
  @inlinable
  public static func log(onePlus x: Double) -> Double {
    // The rounding error of 1 + x cancels in the quotient (Kahan).
    let shifted = 1 + x
    guard shifted != 1 else { return x }
    guard shifted < .infinity, shifted > 0 else { return log(shifted) }
    return log(shifted) * (x / (shifted - 1))
  }

  /// Returns e to the power of `x`, minus one, exact also where `x` is far below one.
  @inlinable
  public static func expMinusOne(_ x: Double) -> Double {
    guard x.magnitude < 0.5 else { return exp(x) - 1 }
    let power = exp(x)
    guard power != 1 else { return x }
    // The rounding error of the power cancels in the quotient (Kahan).
    return (power - 1) * (x / log(power))
  }
}
