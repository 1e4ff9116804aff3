/// A page of few words, for people and for the programs that draw a card of it.
struct HTMLPage {
  let title: String
  /// Open Graph properties.
  let card: [(property: String, content: String)]
  let words: [String]
  let link: (text: String, address: String)?

  var text: String {
    let meta = card.map {
      "<meta property=\"\(Self.escaped($0.property))\" content=\"\(Self.escaped($0.content))\">"
    }
    let paragraphs = words.map { "<p>\(Self.escaped($0))</p>" }
    let store = link.map {
      "<p><a href=\"\(Self.escaped($0.address))\">\(Self.escaped($0.text))</a></p>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(Self.escaped(title))</title>
      \((meta + ["<script src=\"\(LandingScript.path)\" defer></script>"]).joined(separator: "\n"))
      </head>
      <body>
      <h1>\(Self.escaped(title))</h1>
      \((paragraphs + [store ?? ""]).joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
