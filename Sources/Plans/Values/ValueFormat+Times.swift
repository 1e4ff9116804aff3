import GrowthloopFindings
public import Vocabulary

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
        return "write \(DurationText.guess(text) ?? "7d, 36h, 10m, 5s or 250ms")"
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

extension ValueFormat where Value == Instant {
  /// The format of a moment by ISO 8601, with its zone.
  public static var instant: ValueFormat {
    .scalar(
      expects: "a moment such as 2026-02-12T09:30:00Z",
      shape: .text(pattern: #"^\d{4}-\d\d-\d\dT\d\d:\d\d"#, examples: ["2026-02-12T09:30:00Z"]),
      encode: { .text($0.iso8601) },
      remedy: { _ in "write 2026-02-12T09:30:00Z" }, parse: { Instant(iso8601: $0) })
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
