extension Instant {
  /// Parses a moment such as `2026-02-12T09:30:00Z`, `…:00.250Z` or `…:00+02:00`.
  ///
  /// Foundation's parsers are unavailable to the rules, use floating point, and accept the 30th of
  /// February. This one is exact, and strict: it requires a zone and an existing date. Decimals
  /// beyond the millisecond must be zeros, as other languages print them.
  public init?(iso8601 text: String) {
    var digits = Digits(Array(text.utf8)[...])
    guard let year = digits.take(4), digits.skip("-"),
      let month = digits.take(2), digits.skip("-"),
      let day = digits.take(2), digits.skip("T"),
      let hour = digits.take(2), digits.skip(":"),
      let minute = digits.take(2)
    else { return nil }
    var second = 0
    var milliseconds = 0
    if digits.skip(":") {
      guard let value = digits.take(2) else { return nil }
      second = value
      if digits.skip(".") {
        guard let value = digits.takeMilliseconds() else { return nil }
        milliseconds = value
      }
    }
    let date = CivilDate(year: year, month: month, day: day)
    guard year > 0, hour < 24, minute < 60, second < 60, date.isReal,
      let offset = digits.takeZone(), digits.rest.isEmpty
    else { return nil }
    self =
      date.midnight(at: offset) + .hours(Int64(hour)) + .minutes(Int64(minute))
      + .seconds(Int64(second)) + .milliseconds(Int64(milliseconds))
  }

  /// The moment in UTC: `2026-02-12T09:30:00Z`, with three decimals if it is not a whole second.
  public var iso8601: String {
    let date = CivilDate(of: self, in: .utc)
    let ofDay = (self - date.midnight(at: .zero)).milliseconds
    func padded(_ value: Int64, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let fraction = ofDay % 1_000 == 0 ? "" : "." + padded(ofDay % 1_000, 3)
    return padded(Int64(date.year), 4) + "-" + padded(Int64(date.month), 2) + "-"
      + padded(Int64(date.day), 2) + "T" + padded(ofDay / 3_600_000, 2) + ":"
      + padded(ofDay / 60_000 % 60, 2) + ":" + padded(ofDay / 1_000 % 60, 2) + fraction + "Z"
  }
}

extension Instant: CustomStringConvertible {
  public var description: String { iso8601 }
}

/// The remaining characters of a time stamp.
private struct Digits {
  var rest: ArraySlice<UInt8>

  init(_ rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let next = rest.first, UInt32(next) == mark.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func take(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    rest.removeFirst(count)
    return value
  }

  /// Reads the decimals of a second: one to nine, with nothing but zeros after the third.
  mutating func takeMilliseconds() -> Int? {
    let places = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    guard (1...9).contains(places), let value = take(min(places, 3)),
      take(max(places - 3, 0)) == 0
    else { return nil }
    return value * [100, 10, 1][min(places, 3) - 1]
  }

  /// Reads `Z`, `+hh:mm`, `+hhmm` or `+hh`, and the same with a minus, as the offset from UTC.
  mutating func takeZone() -> Interval? {
    if skip("Z") { return .zero }
    let isAhead = skip("+")
    guard isAhead || skip("-"), let hours = take(2), hours < 24 else { return nil }
    var minutes = 0
    if skip(":") || !rest.isEmpty {
      guard let value = take(2), value < 60 else { return nil }
      minutes = value
    }
    let size = Interval.hours(Int64(hours)) + .minutes(Int64(minutes))
    return isAhead ? size : .zero - size
  }
}
