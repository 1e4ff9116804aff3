import Vocabulary

/// The bytes of one request of HTTP/1.1.
struct RequestText {
  private var head: String
  private var body = ""

  init(_ method: String, _ path: String, at moment: Instant) {
    head =
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nGrowthloop-Moment: \(moment.iso8601)\r\n"
  }

  /// The same with one more field.
  consuming func with(_ name: String, _ value: String) -> RequestText {
    head += "\(name): \(value)\r\n"
    return self
  }

  /// The same as whoever has this token asks.
  consuming func bearing(_ token: String) -> RequestText {
    with("Authorization", "Bearer \(token)")
  }

  /// The same from this phone's browser.
  consuming func from(_ device: Device) -> RequestText {
    with("X-Forwarded-For", device.address).with("User-Agent", device.userAgent)
      .with("Accept-Language", device.locale)
  }

  /// The same with a body in JSON.
  consuming func telling(_ json: String) -> RequestText {
    body = json
    return with("Content-Type", "application/json").with("Content-Length", "\(json.utf8.count)")
  }

  var bytes: [UInt8] { Array("\(head)\r\n\(body)".utf8) }
}
