package import Vocabulary

extension Instant {
  /// Parses a moment in the notation of RFC 3339; digits below a millisecond are cut off.
  package init?(rfc3339 text: String) {
    let upper = text.uppercased()
    guard let dot = upper.firstIndex(of: ".") else {
      self.init(iso8601: upper)
      return
    }
    let decimals = upper[upper.index(after: dot)...].prefix { $0.isASCII && $0.isNumber }
    guard !decimals.isEmpty else { return nil }
    self.init(iso8601: "\(upper[...dot])\(decimals.prefix(3))\(upper[decimals.endIndex...])")
  }
}
