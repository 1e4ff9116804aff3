/// A day of data: a date such as `2026-11-24`, with or without a time of day after it, or a
/// number of days.
public struct DayText: Hashable, Sendable {
  /// The days since any day.
  public let number: Int

  /// Reads a day; `nil` for any other text.
  public init?(_ text: String) {
    if let days = Double(text) {
      // No other notations of C, such as 0x10.
      guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.".utf8.contains($0) }),
        days.magnitude < 1e9
      else { return nil }
      number = Int(days.rounded(.down))
      return
    }
    let date = text.utf8.prefix(10)
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    let rest = text.dropFirst(10).first
    guard date.count == 10, parts.count == 3, rest == nil || rest == "T" || rest == " ",
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      year > 0, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // The civil calendar, by years that begin in March (Hinnant, 2013).
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    number = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
  }
}
