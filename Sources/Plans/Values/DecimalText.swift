/// A decimal number read digit by digit, so that `9.5h` is exact.
struct DecimalText {
  /// The number without its point: 95 for `9.5`.
  let digits: Int
  /// The number of digits after the point.
  let decimals: Int

  /// Parses `12`, `10_000`, `9.5`; an underscore stands only between digits.
  init?(_ text: some StringProtocol) {
    var digits = 0
    var decimals = 0
    var isAfterPoint = false
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9":
        let (shifted, isTooLong) = digits.multipliedReportingOverflow(by: 10)
        let (sum, isTooGreat) = shifted.addingReportingOverflow(Int(scalar.value - 48))
        guard !isTooLong, !isTooGreat else { return nil }
        digits = sum
        if isAfterPoint { decimals += 1 }
      case ".":
        guard !isAfterPoint, let previous, previous != "_" else { return nil }
        isAfterPoint = true
      case "_":
        guard let previous, previous != "_", previous != ".", !isAfterPoint else { return nil }
      default: return nil
      }
      previous = scalar
    }
    guard let previous, ("0"..."9").contains(previous) else { return nil }
    self.digits = digits
    self.decimals = decimals
  }

  /// Returns the number times `unit`; `nil` unless the product is whole and fits.
  func times(_ unit: Int) -> Int? {
    // Zeros at the end of `1.50` have no effect.
    var (digits, divisor) = (digits, 1)
    for _ in 0..<decimals {
      if digits % 10 == 0 {
        digits /= 10
      } else {
        let (next, isTooGreat) = divisor.multipliedReportingOverflow(by: 10)
        guard !isTooGreat else { return nil }
        divisor = next
      }
    }
    let (product, isTooGreat) = digits.multipliedReportingOverflow(by: unit)
    return !isTooGreat && product % divisor == 0 ? product / divisor : nil
  }
}
