import Statistics

/// The notation of gates: percentiles such as `p99.9`, times such as `200ms`, proportions such as
/// `0.1%`.
public enum GateText {
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ms", 1e6), ("us", 1e3), ("ns", 1), ("s", 1e9), ("min", 60e9), ("h", 3_600e9),
  ]

  /// Parses a percentile; `max` is 100, which has no other notation.
  public static func percentile(_ word: String) -> Double? {
    if word == "max" { return 100 }
    guard word.first == "p", word.dropFirst().first?.isNumber == true,
      let number = NumberText.number(word.dropFirst())
    else { return nil }
    return number >= 1 && number < 100 ? number : nil
  }

  /// Parses a time above 0, in nanoseconds.
  public static func nanoseconds(_ word: String) -> UInt64? {
    guard let unit = units.first(where: { word.hasSuffix($0.name) }),
      let number = NumberText.number(word.dropLast(unit.name.count)), number > 0, number < 1e6
    else { return nil }
    return UInt64((number * unit.nanoseconds).rounded())
  }

  /// Parses a proportion in per cent, above 0 and at most the whole.
  public static func share(_ word: String) -> Double? {
    guard word.last == "%", let number = NumberText.number(word.dropLast()), number > 0,
      number <= 100
    else { return nil }
    return number / 100
  }
}
