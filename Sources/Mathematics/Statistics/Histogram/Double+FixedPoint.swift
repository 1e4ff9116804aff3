extension Double {
  /// Returns the number with so many digits after the point: the nearest such number to the exact
  /// value.
  ///
  /// Of two equally near ones it is the even one, as in C's `%.*f`. It is implemented here because
  /// this target has no Foundation, and the text must not depend on a locale. From 0 to 12
  /// decimals; the number must be below 2^80 either way.
  func fixedPoint(_ decimals: Int) -> String {
    precondition((0...12).contains(decimals), "\(decimals) decimals are not supported")
    precondition(magnitude < 0x1p80, "\(self) is too large to print")
    var scale: UInt128 = 1
    for _ in 0..<decimals { scale *= 10 }
    let digits = "\(scaled(by: scale))"
    guard decimals > 0 else { return (sign == .minus ? "-" : "") + digits }
    let zeros = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count))
    let all = zeros + digits
    return (sign == .minus ? "-" : "") + all.dropLast(decimals) + "." + all.suffix(decimals)
  }

  /// Returns |self| · scale as the nearest whole number; below 2^120 both.
  private func scaled(by scale: UInt128) -> UInt128 {
    guard self != 0 else { return 0 }
    // |self| = significand · 2^exponent with a significand of at most 53 bits.
    let lowBit = Int(exponent) - 52
    let significand = UInt128(Double(sign: .plus, exponent: 52, significand: self.significand))
    guard lowBit < 0 else { return (significand << UInt128(lowBit)) * scale }
    let product = significand * scale
    guard lowBit > -120 else { return 0 }
    let whole = product >> UInt128(-lowBit)
    let rest = product - (whole << UInt128(-lowBit))
    let half: UInt128 = 1 << UInt128(-lowBit - 1)
    return whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0)
  }
}
