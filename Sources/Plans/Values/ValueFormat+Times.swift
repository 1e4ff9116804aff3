import GrowthloopFindings
public import Vocabulary

/// The notation of durations in scenarios: `7d`, `36h`, `1d12h`, `9.5h`, `250ms`.
public enum DurationText {
  static let units: [(name: String, length: Interval)] = [
    ("w", .days(7)), ("d", .days(1)), ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)),
    ("ms", .milliseconds(1)),
  ]

  /// A thousand years: a longer time is meaningless, though it would not overflow.
  static let longest = Interval.days(365_250)

  /// The regular expression of the texts that `interval` accepts, for the schema.
  static let pattern =
    #"^(?=\d)(\d[\d_]*(\.\d+)?w)?(\d[\d_]*(\.\d+)?d)?(\d[\d_]*(\.\d+)?h)?(\d[\d_]*(\.\d+)?m)?"#
    + #"(\d[\d_]*(\.\d+)?s)?(\d[\d_]*(\.\d+)?ms)?$"#

  /// Parses parts from the greatest unit to the least, each unit once; the sum is whole
  /// milliseconds.
  public static func interval(_ text: String) -> Interval? {
    var rest = text[...]
    var total = 0
    var units = Self.units[...]
    repeat {
      let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
      rest = rest.dropFirst(number.count)
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let unit = units.firstIndex(where: { $0.name == name }),
        let part = DecimalText(number)?.times(Int(units[unit].length.milliseconds)),
        part <= longest.milliseconds, total + part <= longest.milliseconds
      else { return nil }
      total += part
      units = units[(unit + 1)...]
    } while !rest.isEmpty
    return Interval(milliseconds: Int64(total))
  }

  /// Writes an interval in its units from days down: `1d12h`.
  public static func text(_ interval: Interval) -> String {
    var rest = interval.milliseconds
    var text = ""
    for (name, length) in units.dropFirst() where rest >= length.milliseconds {
      text += "\(rest / length.milliseconds)\(name)"
      rest %= length.milliseconds
    }
    return text.isEmpty ? "0s" : text
  }

  /// Returns what may be meant by a wrong text, such as `7 days`, `90` or `6 months`, which have 30 days.
  static func guesses(_ text: String) -> [String] {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
    let word = text.dropFirst(number.count).lowercased().filter { !$0.isWhitespace }
    guard let amount = DecimalText(number) else { return [] }
    if word.isEmpty { return ["d", "h", "m", "s"].map { "\(number)\($0)" } }
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    if let days = ["month": 30, "year": 365][singular] {
      return amount.times(days).map { ["\($0)d"] } ?? []
    }
    return (words[word] ?? words[singular]).map { ["\(number)\($0)"] } ?? []
  }

  /// Returns the number of days that a text with a unit of time means, if it is whole.
  static func days(_ text: String) -> Int? {
    let meant = interval(text) ?? guesses(text).first.flatMap(interval)
    let day = Interval.days(1).milliseconds
    guard text.contains(where: \.isLetter), let time = meant?.milliseconds, time % day == 0
    else { return nil }
    return Int(time / day)
  }

  /// Returns whether a text names a unit of time, such as `d` or `months`.
  static func isUnit(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !guesses("1\(text)").isEmpty
  }

  private static let words = [
    "w": "w", "d": "d", "h": "h", "m": "m", "s": "s", "ms": "ms", "week": "w", "day": "d",
    "hour": "h", "hr": "h", "minute": "m", "min": "m", "second": "s", "sec": "s",
    "millisecond": "ms", "msec": "ms",
  ]

  /// Returns times as a sentence lists them.
  static func list(_ times: [String]) -> String {
    guard times.count > 1, let last = times.last else { return times.first ?? "" }
    return "\(times.dropLast().joined(separator: ", ")) or \(last)"
  }
}

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

/// An average number of events per period.
public struct Rate: Hashable, Sendable {
  /// The number of events.
  public var events: Double
  /// The period, greater than zero.
  public var period: Interval

  public init(_ events: Double, per period: Interval) {
    precondition(period > .zero, "a rate over \(period) means nothing")
    self.events = events
    self.period = period
  }

  /// Returns the number of events in an interval.
  public func events(in interval: Interval) -> Double {
    events * Double(interval.milliseconds) / Double(period.milliseconds)
  }
}

extension Rate: CustomStringConvertible {
  static let periods: [(name: String, length: Interval)] = [
    ("day", .days(1)), ("hour", .hours(1)), ("minute", .minutes(1)), ("second", .seconds(1)),
    ("week", .days(7)),
  ]

  /// The rate as scenarios spell it: `0.3/day`.
  public var description: String {
    let name =
      Self.periods.first { $0.length == period }?.name ?? DurationText.text(period)
    let number = Int(exactly: events).map { String($0) } ?? String(events)
    return "\(number)/\(name)"
  }

  /// Parses `0.3/day`, `5/minute`, `2/10m`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let events = NumberParser.real(String(parts[0])), events >= 0,
      let period = Self.periods.first(where: { $0.name == parts[1] })?.length
        ?? DurationText.interval(String(parts[1])), period > .zero
    else { return nil }
    self.init(events, per: period)
  }
}

extension ValueFormat where Value == Interval {
  /// Returns the format of a duration within a range: `7d`, `36h`, `1d12h`, `9.5h`, `250ms`.
  public static func duration(
    _ range: ClosedRange<Interval> = .zero ... .days(365_250)
  ) -> ValueFormat {
    let (least, most) = (range.lowerBound, range.upperBound)
    let bounds =
      switch (least > .zero, most < DurationText.longest) {
      case (false, false): ""
      case (true, false): " of at least \(DurationText.text(least))"
      case (false, true): " of at most \(DurationText.text(most))"
      case (true, true): " from \(DurationText.text(least)) to \(DurationText.text(most))"
      }
    return .scalar(
      expects: "a time" + (bounds.isEmpty ? " such as 7d, 36h or 250ms" : bounds),
      shape: .text(pattern: DurationText.pattern, examples: ["7d", "36h", "1d12h", "250ms"]),
      encode: { .text(DurationText.text($0)) },
      remedy: { text in
        if let interval = DurationText.interval(text) {
          return interval < least
            ? "write at least \(DurationText.text(least))"
            : "write at most \(DurationText.text(most))"
        }
        func fitting(_ times: [String]) -> [String] {
          times.filter { DurationText.interval($0).map(range.contains) ?? false }
        }
        let guesses = DurationText.guesses(text)
        if let meant = guesses.first, guesses.count == 1, fitting(guesses).isEmpty,
          let interval = DurationText.interval(meant)
        {
          return interval < least
            ? "write at least \(DurationText.text(least))"
            : "write at most \(DurationText.text(most))"
        }
        if text.hasPrefix("-") { return "write at least \(DurationText.text(least))" }
        let examples = fitting(["7d", "36h", "10m", "5s", "250ms"]) + [DurationText.text(least)]
        let times = fitting(guesses)
        return
          "write \(DurationText.list(times.isEmpty ? examples.dropLast(examples.count > 1 ? 1 : 0) : times))"
      },
      parse: { text in DurationText.interval(text).flatMap { range.contains($0) ? $0 : nil } },
      quantity: .time(within: range))
  }

  /// Returns the format of a duration with a least value.
  public static func duration(_ range: PartialRangeFrom<Interval>) -> ValueFormat {
    .duration(range.lowerBound...DurationText.longest)
  }
}

extension ValueFormat where Value == Rate {
  /// The format of a frequency: `0.3/day`, `2/10m`.
  public static var rate: ValueFormat {
    let periods = Rate.periods.map(\.name).joined(separator: "|")
    return .scalar(
      expects: "a rate such as 0.3/day",
      shape: .text(
        pattern: "^\\d[\\d_]*(\\.\\d+)?(e[-+]?\\d{1,3})?/(\(periods)|\\d.*)$",
        examples: ["0.3/day", "5/minute"]),
      encode: { .text($0.description) },
      remedy: { text in
        if text.hasSuffix("/month") { return "a month has no fixed length; write …/30d" }
        return NumberParser.real(text) == nil ? "write 0.3/day" : "write \(text)/day"
      },
      parse: { Rate($0) })
  }
}

extension ValueFormat where Value == Int {
  /// Returns the format of a whole number of days; who writes `6 months` or `2w` reads the days.
  public static func days(_ range: ClosedRange<Int>) -> ValueFormat {
    .integer(range, meant: DurationText.days)
  }
}

extension ValueFormat where Value == Instant {
  /// The format of a moment by ISO 8601, with its zone.
  public static var instant: ValueFormat { instant { $0 } }

  /// Returns the format of a moment; `near` returns the one to write in place of another.
  static func instant(near: @escaping @Sendable (Instant) -> Instant) -> ValueFormat {
    let example = Instant(iso8601: "2026-02-12T09:30:00Z").map { near($0).iso8601 } ?? ""
    return .scalar(
      expects: "a moment such as \(example)",
      shape: .text(pattern: #"^\d{4}-\d\d-\d\dT\d\d:\d\d"#, examples: [example]),
      encode: { .text($0.iso8601) },
      remedy: { text in
        // A date, or a moment without its zone.
        let date = Instant(iso8601: "\(text.prefix(10))T00:00:00Z")
        return "write \(date.map { near($0).iso8601 } ?? example)"
      },
      parse: { Instant(iso8601: $0) })
  }
}

extension ValueFormat where Value == CivilZone {
  /// The format of a time zone by its name in the IANA database.
  public static var zone: ValueFormat {
    .scalar(
      expects: "a time zone such as Europe/Berlin",
      shape: .text(pattern: #"^[A-Za-z0-9+_/-]+$"#, examples: ["Europe/Berlin", "UTC"]),
      encode: { .text($0.name) },
      remedy: { text in
        "write \(Suggestion.nearest(to: text, among: CivilZone.names) ?? "Europe/Berlin or UTC")"
      },
      parse: { CivilZone(named: $0) })
  }
}
