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
