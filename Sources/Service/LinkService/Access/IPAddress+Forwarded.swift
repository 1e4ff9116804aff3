internal import GrowthloopTransport

extension IPAddress {
  /// Parses an address as proxies write it: bare, or with a port, `192.0.2.1:80` and
  /// `[2001:db8::1]:80`.
  init?(forwarded text: String) {
    if let bare = IPAddress(text) {
      self = bare
    } else if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      guard Self.isPort(text[text.index(after: end)...]) else { return nil }
      self.init(text[text.index(after: text.startIndex)..<end])
    } else if let colon = text.lastIndex(of: ":"), Self.isPort(text[colon...]) {
      // An IPv6 address with a port must stand in brackets.
      guard !text[..<colon].contains(":") else { return nil }
      self.init(text[..<colon])
    } else {
      return nil
    }
  }

  /// Whether the text is empty, or a colon and a port number.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}
