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

  /// Returns the probable intent of a wrong text, such as `7 days` or `90`.
  static func guess(_ text: String) -> String? {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
    let word = text.dropFirst(number.count).lowercased().filter { !$0.isWhitespace }
    guard DecimalText(number) != nil else { return nil }
    if word.isEmpty { return "\(number)d, \(number)h, \(number)m or \(number)s" }
    let words = [
      "week": "w", "day": "d", "hour": "h", "hr": "h", "minute": "m", "min": "m", "second": "s",
      "sec": "s", "millisecond": "ms", "msec": "ms",
    ]
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    return (words[word] ?? words[singular]).map { "\(number)\($0)" }
  }
}
