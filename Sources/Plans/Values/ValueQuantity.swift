import GrowthloopFindings
import Vocabulary

/// The number in a value, by which the value has a range and others between its ends.
struct ValueQuantity<Value>: Sendable {
  let kind: ParameterAxis.Kind
  /// The numbers that the format allows.
  let limits: ClosedRange<Double>
  let number: @Sendable (Value) -> Double
  /// Returns the value with another number, rounded to the digits of a file.
  let replacing: @Sendable (Value, Double) -> Value
}

extension ValueQuantity {
  /// Returns the same number in values of another type.
  func map<Other>(
    _ forth: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> ValueQuantity<Other> {
    ValueQuantity<Other>(
      kind: kind, limits: limits, number: { number(back($0)) },
      replacing: { forth(replacing(back($0), $1)) })
  }

  /// Returns the range that is assumed around a number: half to double, of a chance its odds.
  ///
  /// `nil` for a number without a multiple: zero, a chance of one, and a bound of the format.
  func assumedRange(around number: Double) -> ClosedRange<Double>? {
    guard number > 0, number.isFinite, kind != .chance || number < 1 else { return nil }
    let (half, double) =
      switch kind {
      case .chance: (number / (2 - number), 2 * number / (1 + number))
      case .number, .time: (number / 2, number * 2)
      }
    let low = max(half, limits.lowerBound)
    let high = min(double, limits.upperBound)
    return low < high ? low...high : nil
  }
}

extension ValueQuantity<Double> {
  /// A chance from 0 to 1, with four digits of it and of its complement.
  static func chance(within limits: ClosedRange<Double>) -> ValueQuantity {
    ValueQuantity(
      kind: .chance, limits: limits, number: { $0 },
      replacing: { _, number in
        let step = DecimalRounding.step(of: min(number, 1 - number), digits: 4)
        return DecimalRounding.round(number, to: max(step, -6), within: limits)
      })
  }

  /// A number with four digits.
  static func number(within limits: ClosedRange<Double>) -> ValueQuantity {
    ValueQuantity(
      kind: .number, limits: limits, number: { $0 },
      replacing: { _, number in
        DecimalRounding.round(
          number, to: DecimalRounding.step(of: number, digits: 4), within: limits)
      })
  }
}

extension ValueQuantity<Int> {
  /// A whole number.
  static func whole(within limits: ClosedRange<Int>) -> ValueQuantity {
    let limits = Double(limits.lowerBound)...Double(limits.upperBound)
    return ValueQuantity(
      kind: .number, limits: limits, number: { Double($0) },
      replacing: { _, number in
        Int(exactly: min(max(number, limits.lowerBound), limits.upperBound).rounded()) ?? .max
      })
  }
}

extension ValueQuantity<Interval> {
  /// A time with four digits of its milliseconds.
  static func time(within limits: ClosedRange<Interval>) -> ValueQuantity {
    let limits = Double(limits.lowerBound.milliseconds)...Double(limits.upperBound.milliseconds)
    return ValueQuantity(
      kind: .time, limits: limits, number: { Double($0.milliseconds) },
      replacing: { _, number in
        let step = max(0, DecimalRounding.step(of: number, digits: 4))
        let whole = DecimalRounding.round(number, to: step, within: limits).rounded()
        return Interval(milliseconds: Int64(exactly: whole) ?? .max)
      })
  }
}

/// Rounding to a power of ten, so that a number is spelled in few digits.
enum DecimalRounding {
  /// Returns the power of ten of the last of so many digits; 0 for zero.
  static func step(of number: Double, digits: Int) -> Int {
    guard number > 0, number.isFinite else { return 0 }
    var power = 0
    var size = number
    while size >= 10 { (size, power) = (size / 10, power + 1) }
    while size < 1, power > -300 { (size, power) = (size * 10, power - 1) }
    return power - digits + 1
  }

  /// Returns the nearest multiple of the power of ten, within the limits.
  static func round(_ number: Double, to step: Int, within limits: ClosedRange<Double>) -> Double {
    var scale = 1.0
    for _ in 0..<abs(step) { scale *= 10 }
    // A division by a power of ten is rounded correctly, so that it is spelled in few digits.
    let rounded =
      step < 0 ? (number * scale).rounded() / scale : (number / scale).rounded() * scale
    return min(max(rounded, limits.lowerBound), limits.upperBound)
  }
}
