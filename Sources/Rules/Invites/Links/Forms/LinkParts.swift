import Vocabulary

/// A text split into the parts of a link of this app, with everything checked except path and
/// query.
struct LinkParts {
  enum Kind {
    /// One word, without a slash.
    case word
    /// A path, with or without `https` and the host before it.
    case web
    case customScheme
  }

  var kind: Kind
  /// The path without its first slash.
  var path: Substring
  /// The text after the question mark, if there is one.
  var query: Substring?

  init(_ text: String, in app: AppIdentity) throws(InviteLink.Refusal) {
    try Self.checkCharacters(of: text)
    let beforeSlash = text.prefix { $0 != "/" && $0 != "?" }
    let name = beforeSlash.prefix { $0 != ":" }
    var rest = text[...]

    if text[name.endIndex...].hasPrefix("://") {
      rest = text[name.endIndex...].dropFirst(3)
      if name.isSame(as: app.scheme) {
        kind = .customScheme
        (path, query) = Self.cut(rest)
        return
      }
      guard name.isSame(as: "https") else {
        throw name.isSame(as: "http") ? .insecureScheme : .foreignScheme
      }
      kind = .web
      let host = rest.prefix { $0 != "/" && $0 != "?" }
      try Self.check(host, is: app.host, orElse: .foreignHost)
      rest = rest[host.endIndex...]
    } else if beforeSlash.endIndex == text.endIndex, name.endIndex == text.endIndex {
      kind = .word
    } else {
      kind = .web
      if !beforeSlash.isEmpty {
        try Self.check(beforeSlash, is: app.host, orElse: .foreignScheme)
        rest = rest[beforeSlash.endIndex...]
      }
    }
    if kind == .web {
      guard rest.hasPrefix("/") else { throw .wrongPath }
      rest = rest.dropFirst()
    }
    (path, query) = Self.cut(rest)
  }

  private static func cut(_ text: Substring) -> (path: Substring, query: Substring?) {
    guard let mark = text.firstIndex(of: "?") else { return (text, nil) }
    return (text[..<mark], text[text.index(after: mark)...])
  }

  /// Throws unless every character is printable ASCII, so that from here on a character is a byte.
  private static func checkCharacters(of text: String) throws(InviteLink.Refusal) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= InviteLink.longest else { throw .tooLong(bytes: text.utf8.count) }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: " "), 0x09...0x0D: throw .whitespace
      case UInt8(ascii: "%"): throw .percentEncoding
      case UInt8(ascii: "#"): throw .fragment
      case 0x21...0x7E: continue
      default: throw .notASCII
      }
    }
  }

  /// Compares an authority with the app's host; a name before a colon may also be a scheme.
  private static func check(
    _ authority: Substring, is host: String, orElse colonMeans: InviteLink.Refusal
  ) throws(InviteLink.Refusal) {
    if authority.isSame(as: host) { return }
    if authority.contains("@") { throw .userInfo }
    let name = authority.prefix { $0 != ":" }
    if name.isSame(as: String(host.prefix { $0 != ":" })) { throw .port }
    throw name.count < authority.count ? colonMeans : .foreignHost
  }
}

extension Substring {
  /// Returns whether both texts are equal in ASCII, ignoring case.
  fileprivate func isSame(as other: String) -> Bool {
    lowercased() == other.lowercased()
  }
}
