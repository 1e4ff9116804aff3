/// Elements of HTML and SVG as they are written: well-formed XML, and every text escaped.
struct Markup {
  private(set) var text = ""

  typealias Attributes = KeyValuePairs<String, String>

  /// Adds an element around what `content` adds.
  mutating func element(
    _ name: String, _ attributes: Attributes = [:], _ content: (inout Markup) -> Void
  ) {
    text += "<\(name)\(Self.written(attributes))>"
    content(&self)
    text += "</\(name)>"
  }

  /// Adds an element around words.
  mutating func element(_ name: String, _ attributes: Attributes = [:], words: String) {
    element(name, attributes) { $0.words(words) }
  }

  /// Adds an element that holds nothing.
  mutating func element(_ name: String, _ attributes: Attributes) {
    text += "<\(name)\(Self.written(attributes))/>"
  }

  mutating func words(_ words: String) { text += Self.escaped(words) }

  mutating func line() { text += "\n" }

  /// Adds markup of our own as it stands.
  mutating func verbatim(_ markup: String) { text += markup }

  private static func written(_ attributes: Attributes) -> String {
    attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
  }

  /// The text so that no reader takes any of it for markup.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      // What XML has no place for.
      case ..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
