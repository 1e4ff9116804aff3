import GrowthloopFindings

/// A writer of HTML and SVG elements: well-formed XML, and every text escaped.
struct Markup {
  private(set) var text = ""

  typealias Attributes = KeyValuePairs<String, String>

  /// Adds an element around the additions of `content`.
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

  /// Adds an empty element.
  mutating func element(_ name: String, _ attributes: Attributes) {
    text += "<\(name)\(Self.written(attributes))/>"
  }

  mutating func words(_ words: String) { text += words.escapedForMarkup }

  mutating func line() { text += "\n" }

  /// Adds markup of our own unchanged.
  mutating func verbatim(_ markup: String) { text += markup }

  private static func written(_ attributes: Attributes) -> String {
    attributes.map { " \($0.key)=\"\($0.value.escapedForMarkup)\"" }.joined()
  }
}
