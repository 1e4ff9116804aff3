/// The notation of numbers in scenarios.
package enum NumberParser {
  /// Parses `10_000`, `-3`, `10k`, `1.5M`.
  ///
  /// `k` is a thousand and `M` a million. A small `m` is refused, since it may as well mean a
  /// thousandth or a minute.
  static func integer(_ text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    var digits = isNegative ? text.dropFirst() : text[...]
    let factor: Int
    switch digits.last {
    case "k": factor = 1_000
    case "M": factor = 1_000_000
    default: factor = 1
    }
    if factor > 1 { digits = digits.dropLast() }
    guard let number = DecimalText(digits), factor > 1 || number.decimals == 0,
      let value = number.times(factor)
    else { return nil }
    return isNegative ? -value : value
  }

  /// Parses `0.3`, `-2`, `10_000`, `1e-5`; refuses C's further notations, such as `0x10` and `nan`.
  package static func real(_ text: String) -> Double? {
    let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    let unsigned = parts[0].hasPrefix("-") ? parts[0].dropFirst() : parts[0]
    guard isDecimal(unsigned) else { return nil }
    if parts.count == 2 {
      let sign = parts[1].first
      let exponent = sign == "-" || sign == "+" ? parts[1].dropFirst() : parts[1]
      guard (1...3).contains(exponent.utf8.count), isDecimal(exponent), !exponent.contains(".")
      else { return nil }
    }
    return Double(text.filter { $0 != "_" }).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Parses `30%` or `0.3`.
  package static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%") else { return text.contains("e") ? nil : real(text) }
    let number = text.dropLast()
    // By the exponent and not by a division, so that `0.1%` is the double nearest to 0.001.
    return isDecimal(number) ? Double(number.filter { $0 != "_" } + "e-2") : nil
  }

  private static func isDecimal(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, text.utf8.count <= 400 else { return false }
    return parts.enumerated().allSatisfy { index, part in
      let groups = part.split(separator: "_", omittingEmptySubsequences: false)
      return (index == 0 || groups.count == 1)
        && groups.allSatisfy { group in
          !group.isEmpty && group.utf8.allSatisfy { (48...57).contains($0) }
        }
    }
  }
}
