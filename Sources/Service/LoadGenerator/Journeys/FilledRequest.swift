internal import GrowthloopTransport

/// How a value is written at its place in a request.
public enum ValueEncoding: Sendable, Hashable {
  case plain
  /// Within the quotation marks of a text in JSON.
  case json
  /// In a form, where a blank is a plus.
  case form
  /// In a path or a query.
  case url
  /// As a whole path, of which scheme and host are left out.
  case target
}

/// The credential of a request, from a variable of the environment.
public enum Credential: Hashable, Sendable {
  /// User and password with a colon between them.
  case basic(String)
  /// The key of an HMAC-SHA256 of the body, which a header field holds in hexadecimal digits.
  case hmac(String, header: String)

  /// The name of the variable.
  public var variable: String {
    switch self {
    case .basic(let name), .hmac(let name, _): name
    }
  }
}

/// A request whose length depends on its values.
struct FilledRequest: Sendable {
  /// Fixed bytes, and the value behind them.
  private struct Piece {
    var fixed: [UInt8]
    var hole: Hole?
    var encoding = ValueEncoding.plain
  }

  private enum Hole {
    case place(RequestPlace)
    case variable(Int)
  }

  private let method: [UInt8]
  private var path: [Piece] = []
  private var head: [Piece] = []
  private var body: [Piece]?
  private let signature: (secret: [UInt8], field: [UInt8])?
  private let keepsCookies: Bool
  /// The cookies of the request's own, which stand in one field with those of earlier answers.
  private let ownCookies: [Piece]

  init(_ kind: RequestKind, _ target: LoadTarget, _ variables: PlanVariables) {
    method = Array("\(kind.method) ".utf8)
    keepsCookies = kind.keepsCookies
    var fields = "Host: \(target.endpoint.hostField)\r\n"
    if kind.connection == .new { fields += "Connection: close\r\n" }
    let own = kind.fields.filter { $0.name.lowercased() == "cookie" }.map(\.value)
    ownCookies = own.isEmpty ? [] : Self.pieces(of: own.joined(separator: "; "), variables, .plain)
    for field in kind.fields where field.name.lowercased() != "cookie" {
      fields += "\(field.name): \(field.value)\r\n"
    }
    if kind.isAuthorized, let token = target.bearerToken {
      fields += "Authorization: Bearer \(token)\r\n"
    }
    var signature: (secret: [UInt8], field: [UInt8])?
    let secret = kind.credential.flatMap { target.credentials[$0.variable] } ?? ""
    switch kind.credential {
    case .basic: fields += "Authorization: Basic \(Base64.text(Array(secret.utf8)))\r\n"
    case .hmac(_, let header): signature = (Array(secret.utf8), Array("\(header): ".utf8))
    case nil: break
    }
    self.signature = signature
    let isWhole = kind.path.first == "{"
    path = Self.pieces(
      of: (isWhole ? "" : target.endpoint.path) + kind.path, variables, .url)
    if isWhole, path[0].fixed.isEmpty { path[0].encoding = .target }
    head = Self.pieces(of: fields, variables, .plain)
    body = kind.body.map { Self.pieces(of: $0, variables, kind.bodyEncoding) }
  }

  /// Whether a request has values of a plan, or cookies: then its length is not known beforehand.
  static func isNeeded(for kind: RequestKind, _ variables: PlanVariables) -> Bool {
    kind.keepsCookies || kind.follows || kind.credential != nil
      || RequestPlace.names(in: kind.texts).contains { variables.names.contains($0) }
  }

  private static func pieces(
    of text: String, _ variables: PlanVariables, _ encoding: ValueEncoding
  ) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    var fixed = ""
    while let open = rest.firstIndex(of: "{") {
      fixed += rest[..<open]
      rest = rest[open...]
      if let close = rest.firstIndex(of: "}"),
        let hole = hole(String(rest[rest.index(after: open)..<close]), variables)
      {
        pieces.append(Piece(fixed: Array(fixed.utf8), hole: hole, encoding: encoding))
        fixed = ""
        rest = rest[rest.index(after: close)...]
      } else {
        fixed += "{"
        rest = rest.dropFirst()
      }
    }
    return pieces + [Piece(fixed: Array((fixed + rest).utf8))]
  }

  private static func hole(_ name: String, _ variables: PlanVariables) -> Hole? {
    if let place = RequestPlace.allCases.first(where: { "\($0)" == name }) { return .place(place) }
    return variables.names.lastIndex(of: name).map { .variable($0) }
  }

  /// Writes a user's request in place of what `text` holds; a redirect asks for where it leads.
  func write(
    _ template: borrowing RequestTemplate, of user: VirtualUser, isHop: Bool,
    to text: inout [UInt8]
  ) {
    text.removeAll(keepingCapacity: text.capacity <= 8_192)
    var value: [UInt8] = []
    // A redirect that keeps the method keeps the body: RFC 9110, 15.4.
    let isAgain = !isHop || user.hopStatus == 307 || user.hopStatus == 308
    text += isAgain ? method : Array("GET ".utf8)
    if isHop {
      Self.append(user.location, .target, to: &text)
    } else {
      append(path, template, user, &value, to: &text)
    }
    text += " HTTP/1.1\r\n".utf8
    append(head, template, user, &value, to: &text)
    let hasCookies = keepsCookies && !user.cookies.isEmpty
    if hasCookies || !ownCookies.isEmpty {
      text += "Cookie: ".utf8
      append(ownCookies, template, user, &value, to: &text)
      if hasCookies {
        if !ownCookies.isEmpty { text += "; ".utf8 }
        text += user.cookies
      }
      text += "\r\n".utf8
    }
    var content: [UInt8] = []
    if isAgain, let body { append(body, template, user, &value, to: &content) }
    if let signature {
      text += signature.field
      text += HMACSHA256.code(of: content, under: signature.secret).hexadecimal.utf8
      text += "\r\n".utf8
    }
    if isAgain, body != nil { text += "Content-Length: \(content.count)\r\n".utf8 }
    text += "\r\n".utf8
    text += content
  }

  private func append(
    _ pieces: [Piece], _ template: borrowing RequestTemplate, _ user: VirtualUser,
    _ value: inout [UInt8], to text: inout [UInt8]
  ) {
    for piece in pieces {
      text += piece.fixed
      guard let hole = piece.hole else { continue }
      value.removeAll(keepingCapacity: true)
      switch hole {
      case .place(let place):
        template.append(place, user.request, number: user.number, to: &value)
      case .variable(let place):
        template.variables.append(place, number: user.number, of: user, to: &value)
      }
      Self.append(value, piece.encoding, to: &text)
    }
  }

  private static func append(
    _ value: [UInt8], _ encoding: ValueEncoding, to text: inout [UInt8]
  ) {
    switch encoding {
    // Nothing that a server or a person sent may end a line of the request.
    case .plain: text += value.lazy.filter { $0 >= 32 && $0 != 127 || $0 == 9 }
    case .target: appendTarget(value, to: &text)
    case .json:
      for byte in value {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
        case ..<32:
          text += "\\u00\([byte].hexadecimal)".utf8
        default: text.append(byte)
        }
      }
    case .form, .url:
      for byte in value {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          text.append(byte)
        case UInt8(ascii: " ") where encoding == .form: text.append(UInt8(ascii: "+"))
        case UInt8(ascii: "~") where encoding == .url: text.append(byte)
        default:
          text += "%".utf8
          for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 48 + digit : 55 + digit) }
        }
      }
    }
  }

  /// Appends a path, or that of a URL, without the fragment.
  private static func appendTarget(_ value: [UInt8], to text: inout [UInt8]) {
    var rest = value[...]
    if let scheme = value.span.place(of: Array("://".utf8)), scheme < 8 {
      let host = value[(scheme + 3)...]
      rest = host.firstIndex(of: UInt8(ascii: "/")).map { value[$0...] } ?? []
    }
    if rest.first != UInt8(ascii: "/") { text.append(UInt8(ascii: "/")) }
    text += rest.prefix { $0 != UInt8(ascii: "#") }.lazy.filter { $0 > 32 && $0 < 127 }
  }
}

extension LoadTarget {
  /// Returns a text that the target sent without the credentials that it was sent.
  func hidingSecrets(in text: String) -> String {
    let secrets = [bearerToken].compactMap(\.self) + credentials.values
    return (secrets + secrets.map { Base64.text(Array($0.utf8)) }).filter { !$0.isEmpty }
      .reduce(text) { $0.replacing($1, with: "…") }
  }
}

/// Base64: RFC 4648, section 4.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let word = (0..<3).reduce(UInt32(0)) { word, place in
        word << 8 | (place < part.count ? UInt32(part[start + place]) : 0)
      }
      for place in 0..<4 {
        let letter = letters[Int(word >> UInt32(18 - 6 * place) & 63)]
        text.append(place <= part.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
