import Vocabulary

extension Notation {
  /// A value that may also be `none`.
  static func none<Wrapped: Sendable>(or inner: Notation<Wrapped>) -> Notation<Wrapped?>
  where Value == Wrapped? {
    Notation<Wrapped?>(
      expects: "\(inner.expects), or none", shape: .either([inner.shape, .choice(["none"])]),
      print: { $0.map(inner.print) ?? "none" },
      parse: { text in
        if text == "none" { return .some(nil) }
        return inner.parse(text).map { .some($0) }
      })
  }

  /// Values separated by commas; `none` for no value at all.
  static func list<Element>(of inner: Notation<Element>) -> Notation<[Element]>
  where Value == [Element], Element: Hashable & Sendable {
    Notation<[Element]>(
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

extension Notation<ProfileID> {
  /// A document, by the short name of its profile.
  static var document: Notation {
    .choice { $0.shortName }
  }
}

extension Notation<Bool> {
  static var onOff: Notation {
    Notation(
      expects: "on | off", shape: .choice(["on", "off"]), print: { $0 ? "on" : "off" },
      parse: { ["on": true, "off": false][$0] })
  }
}

extension Notation<Interval> {
  static var days: Notation { .time(in: .days(1), "days") }
  static var hours: Notation { .time(in: .hours(1), "hours", atLeast: .milliseconds(1)) }
  /// At least a millisecond: a measured duration must be able to end.
  static var minutes: Notation { .time(in: .minutes(1), "minutes", atLeast: .milliseconds(1)) }
  static var seconds: Notation { .time(in: .seconds(1), "seconds") }
  static var milliseconds: Notation { .time(in: .milliseconds(1), "milliseconds") }
}

extension Notation<String> {
  /// Words that appear in texts unchanged.
  static var words: Notation {
    Notation(
      expects: "1 to 60 characters in one line", shape: .words(least: 1), print: { $0 },
      parse: { text in
        let isOneLine = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        return (1...60).contains(text.count) && isOneLine ? text : nil
      })
  }

  /// The name of a host: labels of letters, digits and hyphens, without a port.
  static var host: Notation {
    Notation(
      expects: "a host name such as rin.app", shape: .words(least: 1), print: { $0 },
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
  static var scheme: Notation {
    Notation(
      expects: "a URL scheme of letters, digits, '+', '-' and '.', other than http and https",
      shape: .words(least: 1), print: { $0 },
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
