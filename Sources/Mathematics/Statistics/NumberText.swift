/// Numbers in their printed form: the same text on every machine.
public enum NumberText {
  /// Returns the number with so many decimals.
  public static func decimal(_ number: Double, _ decimals: Int) -> String {
    guard number.isFinite else { return number.isNaN ? "–" : number < 0 ? "-∞" : "∞" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    // Beyond the integers that a Double represents exactly there are no decimals to print.
    guard scaled < 9e15 else { return "\(number)" }
    let digits = String(UInt64(scaled))
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// Returns a proportion in per cent, with two decimals where one would hide it.
  public static func percent(_ share: Double) -> String {
    let percent = share * 100
    return decimal(percent, percent.magnitude < 1 ? 2 : 1) + "%"
  }

  /// Returns so many seconds, in the most readable unit.
  public static func time(_ seconds: Double) -> String {
    switch seconds.magnitude {
    case ..<120: "\(decimal(seconds, 1)) s"
    case ..<7_200: "\(decimal(seconds / 60, 1)) min"
    case ..<172_800: "\(decimal(seconds / 3_600, 1)) h"
    default: "\(decimal(seconds / 86_400, 1)) d"
    }
  }

  /// The text for a negligible number.
  public static let nothing = "≈ 0"

  /// Returns the number with about so many significant digits.
  ///
  /// Below a millionth it is printed as "≈ 0", beyond a billion with its power of ten.
  public static func significant(_ number: Double, digits: Int = 3) -> String {
    if number != 0, number.magnitude < 1e-6 { return nothing }
    if number.magnitude >= 1e9, number.isFinite {
      var (size, power) = (number, 0)
      // Once more where rounding would show ten.
      while decimal(size.magnitude, digits - 1).count > digits + 1 {
        (size, power) = (size / 10, power + 1)
      }
      return "\(decimal(size, digits - 1))e\(power)"
    }
    var decimals = digits - 1
    var size = number.magnitude
    while size >= 10, decimals > 0 {
      size /= 10
      decimals -= 1
    }
    while size < 1, size > 0, decimals < 8 {
      size *= 10
      decimals += 1
    }
    return decimal(number, decimals)
  }

  /// Reads a number in decimal notation, such as `-0.5` or `1e6`; `nil` for C's further ones, such
  /// as `0x10` and `nan`.
  public static func number(_ text: some StringProtocol) -> Double? {
    let isDecimal = text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
    return isDecimal ? Double(text) : nil
  }
}
