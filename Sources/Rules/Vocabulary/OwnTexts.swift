/// Texts that an app shows in place of the rules' English: another language, or another tone.
///
/// A text is looked up by its English words, in which numbers stand for the values:
/// `Invite {1} to {2}.` Without a text of one's own the English one is shown.
///
/// ```swift
/// OwnTexts.$current.withValue(OwnTexts { german[$0] }) { screen.elements }
/// ```
public struct OwnTexts: Sendable {
  /// The texts in force for what is called within `withValue`; `nil` for English.
  @TaskLocal public static var current: OwnTexts?

  private let find: @Sendable (String) -> String?

  /// Creates texts from a search by the English words, such as in a catalogue of strings.
  ///
  /// The text that is found has the same numbers in braces, in any order.
  public init(_ find: @escaping @Sendable (String) -> String?) {
    self.find = find
  }

  /// Returns the text for `key` with its values; `nil` if there is none.
  func text(_ key: String, _ values: [String] = []) -> String? {
    guard let pattern = find(key) else { return nil }
    // One pass: a value, such as a name, may have braces of its own.
    var pieces = pattern.split(separator: "{", omittingEmptySubsequences: false)[...]
    var text = String(pieces.removeFirst())
    for piece in pieces {
      if let end = piece.firstIndex(of: "}"), let number = Int(piece[..<end]),
        values.indices.contains(number - 1)
      {
        text += values[number - 1] + piece[piece.index(after: end)...]
      } else {
        text += "{" + piece
      }
    }
    return text
  }
}

/// Returns the words that people read: the app's own, or these.
package func worded(_ phrase: Phrase) -> String { phrase.text }

/// Returns the words that people read in place of a text without values, given as it is stored.
package func worded(pattern: String) -> String { Phrase(stringLiteral: pattern).text }

/// English words with values in them, which an app may replace.
package struct Phrase: ExpressibleByStringInterpolation, Sendable {
  let text: String

  package init(stringLiteral words: String) {
    text = OwnTexts.current?.text(words) ?? words
  }

  package init(stringInterpolation parts: Parts) {
    text = parts.own?.text(parts.key, parts.values) ?? parts.text
  }

  /// The pieces of a phrase; its key is put together only where an app has texts of its own.
  package struct Parts: StringInterpolationProtocol {
    let own = OwnTexts.current
    private(set) var text = ""
    private(set) var key = ""
    private(set) var values: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    package mutating func appendLiteral(_ words: String) {
      text += words
      if own != nil { key += words }
    }

    package mutating func appendInterpolation(_ value: String) {
      text += value
      guard own != nil else { return }
      values.append(value)
      key += "{\(values.count)}"
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendInterpolation(value.description)
    }
  }
}
