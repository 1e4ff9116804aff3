import Foundation
import GrowthloopFindings
import GrowthloopReports
import GrowthloopTransport

/// A page for the user of this machine alone, at an address that no one else knows.
///
/// A page of another origin, another user without the token, and a name that resolves to this machine
/// (DNS rebinding) are all refused before anything is read.
struct LocalPage {
  /// The reason for which a request is not answered.
  struct Refusal: Error {
    let status: WebStatus
    let words: String

    init(_ status: WebStatus, _ words: String) {
      self.status = status
      self.words = words
    }

    /// The answer that says so.
    var response: WebResponse {
      Problem(status, detail: words).response(fields: LocalPage.fields)
    }
  }

  /// The port of the server, once it listens.
  var port: UInt16 = 0
  /// The token that every address contains: 128 random bits in hexadecimal.
  let token = random()

  /// The fields of every answer.
  static let fields: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// The address of the page.
  var address: String { "\(origin)/\(token)/" }
  private var origin: String { "http://\(host)" }
  private var host: String { "127.0.0.1:\(port)" }

  private static func random() -> String {
    Secret.random().bytes.prefix(16).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }.joined()
  }

  /// Returns what follows the token in the target of a request that was meant for this server by its
  /// user, and refuses others.
  func part(of request: borrowing WebRequest) throws(Refusal) -> String {
    guard request.field("Host") == host else {
      throw Refusal(421, "This server is called \(host), and by no other name.")
    }
    let origins = [request.field("Origin"), request.lastField("Origin")].compactMap(\.self)
    guard origins.allSatisfy({ $0 == origin }) else {
      throw Refusal(403, "Another page may not ask this server.")
    }
    // Another port of this machine is the same site, and not the same origin.
    if let site = request.field("Sec-Fetch-Site") {
      let isPage = request.method != .post && request.field("Sec-Fetch-Mode") == "navigate"
      guard site == "same-origin" || (isPage && site == "none") else {
        throw Refusal(403, "Another page may not lead here: paste the address into a new tab.")
      }
    }
    let parts = request.target.path.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 3, areEqualInConstantTime(Array(parts[1]), Array(token.utf8)) else {
      throw Refusal(404, "There is nothing here: the address needs the token that was printed.")
    }
    return String(decoding: parts[2], as: UTF8.self)
  }

  /// Makes a page of a text with the places `{{title}}`, `{{style}}`, `{{script}}` and `{{nonce}}`; it
  /// runs no script and takes no style but its own.
  static func response(
    _ template: String, title: String, style: String, script: String,
    _ others: [(name: String, text: String)] = []
  ) -> WebResponse {
    let nonce = random()
    let policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; "
      + "img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    let parts: [(name: String, text: String)] = [
      ("{{nonce}}", nonce), ("{{style}}", Stylesheet.text + "\n" + style), ("{{script}}", script),
      ("{{title}}", title.escapedForMarkup),
    ]
    let html = (parts + others).reduce(template) { $0.replacing($1.name, with: $1.text) }
    return WebResponse(
      200, "text/html; charset=utf-8", Array(html.utf8),
      fields: fields + [(name: "Content-Security-Policy", value: policy)])
  }
}
