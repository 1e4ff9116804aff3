import GrowthloopFindings
public import Vocabulary

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
      Self.periods.first { $0.length == period }?.name ?? ValueText.spelt(period)
    let number = Int(exactly: events).map { String($0) } ?? String(events)
    return "\(number)/\(name)"
  }

  /// Parses `0.3/day`, `5/minute`, `2/10m`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let events = ValueText.real(String(parts[0])), events >= 0,
      let period = Self.periods.first(where: { $0.name == parts[1] })?.length
        ?? ValueText.interval(String(parts[1])), period > .zero
    else { return nil }
    self.init(events, per: period)
  }
}

extension ValueFormat where Value == Interval {
  /// Returns the format of a duration within a range: `7d`, `36h`, `1d12h`, `9.5h`, `250ms`.
  public static func duration(
    _ range: ClosedRange<Interval> = .zero ... .days(365_250)
  ) -> ValueFormat {
    .scalar(.duration(range), quantity: .time(within: range)) { .text(ValueText.spelt($0)) }
  }

  /// Returns the format of a duration with a least value.
  public static func duration(_ range: PartialRangeFrom<Interval>) -> ValueFormat {
    .duration(range.lowerBound...ValueText.longest)
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
        return ValueText.real(text) == nil ? "write 0.3/day" : "write \(text)/day"
      },
      parse: { Rate($0) })
  }
}

extension ValueFormat where Value == Int {
  /// Returns the format of a whole number of days; who writes `6 months` or `2w` reads the days.
  public static func days(_ range: ClosedRange<Int>) -> ValueFormat {
    .scalar(
      .integer(range, meant: ValueText.days), quantity: .whole(within: range)
    ) { .integer($0) }
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
        // A date, a moment without its zone, or a date with the day first.
        let parts = text.split(separator: ".").map(String.init)
        let written =
          parts.count == 3 && parts[0].count <= 2 && parts[2].count == 4
          ? "\(parts[2])-\(parts[1].count == 1 ? "0" : "")\(parts[1])-"
            + "\(parts[0].count == 1 ? "0" : "")\(parts[0])"
          : String(text.prefix(10))
        guard let date = Instant(iso8601: "\(written)T00:00:00Z") else { return "write \(example)" }
        let moment = near(date)
        return "write \(moment.iso8601)\(moment == date ? "" : ", the Monday before it")"
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
