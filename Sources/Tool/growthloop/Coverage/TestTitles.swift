import Vocabulary

/// The titles of tests that name rows of the catalogue, by the row.
struct TestTitles {
  /// A title, and the file that it stands in.
  struct Title: Hashable, Encodable {
    let title: String
    let file: String
  }

  private(set) var byRow: [RuleID: [Title]] = [:]

  /// Adds the titles of suites and tests in one Swift file, each under every id that it names.
  mutating func add(_ source: String, file: String) {
    for title in Self.titles(in: source) {
      let words = title.split { !($0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "-")) }
      for id in Set(words.compactMap { RuleID(String($0)) }) {
        byRow[id, default: []].append(Title(title: title, file: file))
      }
    }
  }

  /// Returns what `@Suite("…")`, `@Test("…")` and the functions with a quoted name say, in order.
  static func titles(in source: String) -> [String] {
    let bytes = Array(source.utf8)
    var titles: [String] = []
    var at = 0
    while at < bytes.count {
      guard let opening = Opening.all.first(where: { $0.stands(in: bytes, at: at) }) else {
        at += 1
        continue
      }
      at += opening.text.count
      if opening.hasQuote {
        while at < bytes.count, blanks.contains(bytes[at]) { at += 1 }
        guard at < bytes.count, bytes[at] == opening.end else { continue }
        at += 1
      }
      let title = bytes[at...].prefix { $0 != opening.end }
      titles.append(String(decoding: title, as: UTF8.self))
      at += title.count
    }
    return titles
  }

  private static let blanks = Array(" \t\n".utf8)

  /// What stands before a title, and the sign that ends it.
  private struct Opening {
    let text: [UInt8]
    let end: UInt8
    /// Whether blanks and a quotation mark stand before the title.
    let hasQuote: Bool

    static let all = [
      Opening(text: Array("@Suite(".utf8), end: UInt8(ascii: "\""), hasQuote: true),
      Opening(text: Array("@Test(".utf8), end: UInt8(ascii: "\""), hasQuote: true),
      Opening(text: Array("func `".utf8), end: UInt8(ascii: "`"), hasQuote: false),
    ]

    func stands(in bytes: [UInt8], at place: Int) -> Bool {
      // Most bytes end here: files are long, and tests are not optimised.
      guard bytes[place] == text[0] else { return false }
      return bytes[place...].starts(with: text)
    }
  }
}
