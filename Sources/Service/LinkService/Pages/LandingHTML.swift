internal import GrowthloopFindings

/// A short HTML page with the properties of a link card.
struct LandingHTML {
  let title: String
  /// Open Graph properties.
  let card: [(property: String, content: String)]
  let words: [String]
  let link: (text: String, address: String)?
  var form: EmailForm?
  /// Whether the page's script reports the signals of a click.
  var hasScript = true

  var text: String {
    let meta = card.map {
      "<meta property=\"\($0.property.escapedForMarkup)\" content=\"\($0.content.escapedForMarkup)\">"
    }
    let paragraphs = words.map { "<p>\($0.escapedForMarkup)</p>" }
    let store = link.map {
      "<p><a href=\"\($0.address.escapedForMarkup)\">\($0.text.escapedForMarkup)</a></p>"
    }
    let script = hasScript ? ["<script src=\"\(LandingScript.path)\" defer></script>"] : []
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.escapedForMarkup)</title>
      \((meta + script).joined(separator: "\n"))
      </head>
      <body>
      <h1>\(title.escapedForMarkup)</h1>
      \((paragraphs + [form?.text ?? store ?? ""]).joined(separator: "\n"))
      </body>
      </html>

      """
  }
}
