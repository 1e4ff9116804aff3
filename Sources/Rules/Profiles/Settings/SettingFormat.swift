import Vocabulary

/// The notation of a policy's value in files and on the command line.
struct SettingFormat<Value>: Sendable {
  /// The form of a value, in words that complete "must be …".
  let expects: String
  let shape: SettingShape
  let print: @Sendable (Value) -> String
  let parse: @Sendable (String) -> Value?
}

extension SettingFormat {
  /// A value that may also be `none`.
  static func none<Wrapped: Sendable>(or inner: SettingFormat<Wrapped>) -> SettingFormat<Wrapped?>
  where Value == Wrapped? {
    SettingFormat<Wrapped?>(
      expects: "\(inner.expects), or none", shape: .either([inner.shape, .choice(["none"])]),
      print: { $0.map(inner.print) ?? "none" },
      parse: { text in
        if text == "none" { return .some(nil) }
        return inner.parse(text).map { .some($0) }
      })
  }

  /// Values separated by commas; `none` for no value at all.
  static func list<Element>(of inner: SettingFormat<Element>) -> SettingFormat<[Element]>
  where Value == [Element], Element: Hashable & Sendable {
    SettingFormat<[Element]>(
      expects: "a list of \(inner.expects), or none", shape: .list(of: inner.shape),
      print: { $0.isEmpty ? "none" : $0.map(inner.print).joined(separator: ", ") },
      parse: { text in
        if text == "none" { return [] }
        var values: [Element] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
          guard let value = inner.parse(part.trimmed), !values.contains(value) else { return nil }
          values.append(value)
        }
        return values
      })
  }
}

extension SettingFormat where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the cases of an enumeration.
  static var choice: SettingFormat {
    // The key path in place of the closure crashes the optimizer of Swift 6.3.1.
    .choice { $0.rawValue }
  }
}

extension SettingFormat where Value == ProfileID {
  /// A document, by the short name of its profile.
  static var document: SettingFormat {
    .choice { $0.shortName }
  }
}

extension SettingFormat where Value: CaseIterable & Sendable {
  private static func choice(written: @escaping @Sendable (Value) -> String) -> SettingFormat {
    let words = Value.allCases.map(written)
    return SettingFormat(
      expects: words.count == 1
        ? "\(words[0]), the only position of the documents" : words.joined(separator: " | "),
      shape: .choice(words), print: written,
      parse: { word in Value.allCases.first { written($0) == word } })
  }
}

extension SettingFormat where Value == Bool {
  static var flag: SettingFormat {
    SettingFormat(
      expects: "true | false", shape: .flag, print: { String($0) }, parse: { Bool($0) })
  }

  static var onOff: SettingFormat {
    SettingFormat(
      expects: "on | off", shape: .choice(["on", "off"]), print: { $0 ? "on" : "off" },
      parse: { ["on": true, "off": false][$0] })
  }
}

extension SettingFormat where Value == Int {
  /// A whole number; `_` may group its digits.
  static func count(_ range: ClosedRange<Int>) -> SettingFormat {
    SettingFormat(
      expects: range.upperBound == .max
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)",
      shape: .whole(range),
      print: { String($0) },
      parse: { text in
        Int(text.filter { $0 != "_" }).flatMap { range.contains($0) ? $0 : nil }
      })
  }

  static func count(from least: Int) -> SettingFormat { .count(least...Int.max) }
}

extension SettingFormat where Value == Double {
  /// A proportion from 0 to 1, or in per cent.
  static var share: SettingFormat {
    SettingFormat(
      expects: "a share such as 0.3 or 30%", shape: .share,
      print: { String($0) },
      parse: { text in
        let isPercent = text.hasSuffix("%")
        guard let number = decimal(isPercent ? text.dropLast() : text[...])
        else { return nil }
        let share = isPercent ? number / 100 : number
        return (0...1).contains(share) ? share : nil
      })
  }

  static func factor(from least: Double) -> SettingFormat {
    SettingFormat(
      expects: "a number of at least \(least)", shape: .number(least: least),
      print: { $0 > 1 ? Int(exactly: $0).map { String($0) } ?? String($0) : String($0) },
      parse: { text in decimal(text[...]).flatMap { $0 >= least ? $0 : nil } })
  }

  /// Reads a number in decimal notation; C's further ones, such as `0x10` and `nan`, are none.
  private static func decimal(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else {
      return nil
    }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension SettingFormat where Value == Interval {
  static var days: SettingFormat { interval(in: .days(1), "days") }
  static var hours: SettingFormat { interval(in: .hours(1), "hours", least: 1) }
  /// At least a millisecond: a measured duration must be able to end.
  static var minutes: SettingFormat { interval(in: .minutes(1), "minutes", least: 1) }
  static var seconds: SettingFormat { interval(in: .seconds(1), "seconds") }
  static var milliseconds: SettingFormat { interval(in: .milliseconds(1), "milliseconds") }

  /// Returns the format of a duration: a bare number counts `unit`; `7d`, `36h`, `10m`, `5s`,
  /// `250ms` have their own.
  private static func interval(
    in unit: Interval, _ name: String, least: Int64 = 0
  ) -> SettingFormat {
    SettingFormat(
      expects: "a number of \(name), or a time such as 7d, 36h, 10m, 5s or 250ms",
      shape: .time(least: Int(least)),
      print: { value in
        value.milliseconds % unit.milliseconds == 0
          ? String(value.milliseconds / unit.milliseconds) : value.description
      },
      parse: { text in
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [String: Interval] = [
          "": unit, "d": .days(1), "h": .hours(1), "m": .minutes(1), "s": .seconds(1),
          "ms": .milliseconds(1),
        ]
        // A thousand years: a longer time is meaningless, though it would not overflow.
        guard let number = Int64(digits), let length = units[String(text.dropFirst(digits.count))],
          number >= least, number <= Interval.days(365_250).milliseconds / length.milliseconds
        else { return nil }
        return length * number
      })
  }
}

extension SettingFormat where Value == String {
  /// Words that appear in texts unchanged.
  static var words: SettingFormat {
    SettingFormat(
      expects: "1 to 60 characters in one line", shape: .text(pattern: nil), print: { $0 },
      parse: { text in
        let isOneLine = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        return (1...60).contains(text.count) && isOneLine ? text : nil
      })
  }

  /// The name of a host: labels of letters, digits and hyphens, without a port.
  static var host: SettingFormat {
    SettingFormat(
      expects: "a host name such as rin.app", shape: .text(pattern: nil), print: { $0 },
      parse: { text in
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let areSound = labels.allSatisfy { label in
          (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
        return areSound && text.utf8.count <= 253 ? text : nil
      })
  }

  /// A URL scheme of the app's own.
  static var scheme: SettingFormat {
    SettingFormat(
      expects: "a URL scheme of letters, digits, '+', '-' and '.', other than http and https",
      shape: .text(pattern: nil), print: { $0 },
      parse: { text in
        let marks = Array("+-.".utf8)
        guard let first = text.utf8.first, isLetterOrDigit(first), first > UInt8(ascii: "9"),
          text.utf8.count <= 60,
          text.utf8.allSatisfy({ isLetterOrDigit($0) || marks.contains($0) }),
          !["http", "https"].contains(text.lowercased())
        else { return nil }
        return text
      })
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
