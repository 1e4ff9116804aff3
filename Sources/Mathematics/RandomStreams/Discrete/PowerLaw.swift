/// The function x^−exponent, with its integral and its sums.
@usableFromInline
@frozen
struct PowerLaw {
  @usableFromInline let exponent: Double

  @inlinable
  init(exponent: Double) {
    self.exponent = exponent
  }

  @inlinable
  func value(at x: Double) -> Double { Double.exp(-exponent * Double.log(x)) }

  /// Returns the integral from 1 to `x`.
  @inlinable
  func integral(to x: Double) -> Double {
    let logarithm = Double.log(x)
    return logarithm * Self.growth((1 - exponent) * logarithm)
  }

  /// Returns the place from 1 to which the integral is `area`.
  @inlinable
  func place(ofIntegral area: Double) -> Double {
    // Rounding must not carry it below −1, where there is no logarithm.
    let argument = Swift.max(-1, area * (1 - exponent))
    if argument.magnitude < 1e-8 { return Double.exp(area * (1 - argument / 2)) }
    return Double.exp(area * (Double.log(onePlus: argument) / argument))
  }

  /// (e^x − 1) / x, also where `x` is 0.
  @inlinable
  static func growth(_ x: Double) -> Double {
    x.magnitude < 1e-8 ? 1 + x / 2 : Double.expMinusOne(x) / x
  }

  /// Returns the sum over the whole numbers from 1 to `last`: one by one up to 31, from there by the
  /// formula of Euler and Maclaurin with four derivatives.
  func sum(to last: Int) -> Double {
    var sum = 0.0
    for number in 1..<Swift.max(1, Swift.min(32, last + 1)) { sum += value(at: Double(number)) }
    guard last >= 32 else { return sum }
    let (first, last) = (32.0, Double(last))
    let logarithm = Double.log(last / first)
    sum += first * value(at: first) * logarithm * Self.growth((1 - exponent) * logarithm)
    sum += (value(at: first) + value(at: last)) / 2
    return sum + corrections(at: last) - corrections(at: first)
  }

  /// The derivatives of odd order at `x`, by Bernoulli's numbers over factorials.
  private func corrections(at x: Double) -> Double {
    let square = x * x
    var derivative = -exponent * value(at: x) / x
    var sum = derivative / 12
    derivative *= (exponent + 1) * (exponent + 2) / square
    sum -= derivative / 720
    derivative *= (exponent + 3) * (exponent + 4) / square
    sum += derivative / 30_240
    derivative *= (exponent + 5) * (exponent + 6) / square
    return sum - derivative / 1_209_600
  }
}
