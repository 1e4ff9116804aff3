extension OrderedJSON {
  /// The value as a scenario spells it in one line: `30d`, `[1, 2]`, `{median: 9h30m}`.
  var asYAML: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.asYAML).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key): \($0.value.asYAML)" }.joined(separator: ", ") + "}"
    case .integer(let number): Self.grouped(number)
    case .number(let number): Int(exactly: number).map(Self.grouped) ?? String(number)
    case .text(let text): Self.isPlain(text) ? text : inOneLine
    case .null, .bool: inOneLine
    }
  }

  /// Returns the digits in groups of three from ten thousand on: `10_000`.
  private static func grouped(_ number: Int) -> String {
    guard number >= 10_000, number < .max else { return String(number) }
    var groups: [Substring] = []
    var digits = String(number)[...]
    while !digits.isEmpty {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return groups.joined(separator: "_")
  }

  /// Returns whether text may stand without quotation marks, anywhere in a document.
  private static func isPlain(_ text: String) -> Bool {
    let letters = text.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: " "), UInt8(ascii: "%"):
        true
      default: false
      }
    }
    let first = text.utf8.first.map { (48...57).contains($0) || (65...90).contains($0 & 0xDF) }
    return letters && first == true && text.last != " " && !["null", "Null", "NULL"].contains(text)
  }
}
