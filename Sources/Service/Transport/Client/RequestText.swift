/// The text of one request of HTTP/1.1.
package struct RequestText {
  private var head: String
  private var body = ""

  /// Begins with the request line and `Host`.
  package init(_ method: String, _ path: String, host: String) {
    head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
  }

  /// Returns the request with one more field.
  package consuming func with(_ name: String, _ value: String) -> RequestText {
    head += "\(name): \(value)\r\n"
    return self
  }

  /// Returns the request with a bearer token.
  package consuming func bearing(_ token: String) -> RequestText {
    with("Authorization", "Bearer \(token)")
  }

  /// Returns the request with a body.
  ///
  /// `length` is for a body that is a template: its length on the wire.
  package consuming func with(body text: String, length: Int? = nil) -> RequestText {
    body = text
    return with("Content-Length", "\(length ?? text.utf8.count)")
  }

  package var bytes: [UInt8] { Array("\(head)\r\n\(body)".utf8) }
}
