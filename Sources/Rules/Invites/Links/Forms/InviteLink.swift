public import Vocabulary

/// A parsed invite link, in any of its forms.
///
/// There are two kinds: a link that names a record by its code, and a signed one that contains its
/// claims. A signed one has been verified.
public struct InviteLink: Hashable, Sendable {
  /// The form of a link; the parser accepts all of them.
  public enum Form: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The eight characters alone.
    case code
    /// `https://rin.app/invite/{code}`, the same without the scheme, or the path alone.
    case pathCode
    /// `https://rin.app/r/{code}`, the same without the scheme, or the path alone.
    case shortPathCode
    /// `rin://invite/{code}`.
    case customScheme
    /// `https://app.example.com/invite?ref=…&ctx=…&cid=…&sig=…`, also under the custom scheme,
    /// without a scheme, or as a path.
    case signedQuery
  }

  /// The form in which the link was written.
  public let form: Form
  /// The record that the link names; `nil` in a signed link that carries no code.
  public let code: InviteCode?
  /// The claims of a signed link; `nil` in a link that is only a code.
  public let claims: LinkClaims?

  init(_ code: InviteCode, form: Form) {
    self.form = form
    self.code = code
    claims = nil
  }

  init(verified claims: LinkClaims, code: InviteCode?) {
    form = .signedQuery
    self.code = code
    self.claims = claims
  }
}

/// The claims of a signed link about its invite.
public struct LinkClaims: Hashable, Sendable {
  /// The sender, `ref`.
  public var inviter: OpaqueID
  /// The subject of the invite, `ctx`.
  public var context: InviteContext
  /// The content to which the link leads the invitee, `cid`.
  public var content: OpaqueID?

  /// Creates claims; without `content` the link leads to nothing in particular.
  public init(inviter: OpaqueID, context: InviteContext, content: OpaqueID? = nil) {
    self.inviter = inviter
    self.context = context
    self.content = content
  }
}

extension InviteLink {
  /// The longest text that is parsed, in bytes.
  public static let longest = 2_048
  /// The path of invite links, and their host under the custom scheme.
  public static let path = "invite"
  /// The path of short invite links.
  public static let shortPath = "r"

  /// A name in the query of a signed link.
  public enum Parameter: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The sender, as an opaque id.
    case ref
    /// The context of the invite.
    case ctx
    /// The content of the invite, as an opaque id; absent where there is none.
    case cid
    /// The code of the record; written only if the policy asks for it.
    case code
    /// The signature of the other parameters; always written last.
    case sig
  }
}

extension LinkRules {
  static let forms: [Rule] = [
    Rule("LNK-16", "The short form /r/ is read as well as /invite/; each path is one constant.")
  ]
}

extension InviteLink {
  /// Parses a link of `app`, in any of its forms, whatever the form of new links.
  ///
  /// Host and scheme may be in upper or lower case; path, code and parameters are exact, and
  /// parameters may stand in any order. A signed link is valid only if `signer` confirms it.
  public init(
    parsing text: String, in app: AppIdentity, checkedBy signer: (any LinkSigner)? = nil
  ) throws(Refusal) {
    let parts = try LinkParts(text, in: app)
    switch (parts.kind, parts.path.prefix { $0 != "/" }) {
    case (.word, let word):
      self.init(try Self.code(word), form: .code)
    case (_, Self.path[...]) where parts.path == Self.path:
      guard let query = parts.query else { throw .wrongPath }
      self = try LinkQuery(query).link(checkedBy: signer)
    case (.web, Self.path[...]):
      self.init(try Self.code(after: Self.path, in: parts), form: .pathCode)
    case (.customScheme, Self.path[...]):
      self.init(try Self.code(after: Self.path, in: parts), form: .customScheme)
    case (.web, Self.shortPath[...]) where parts.path != Self.shortPath:
      self.init(try Self.code(after: Self.shortPath, in: parts), form: .shortPathCode)
    case (.web, _), (.customScheme, _):
      throw .wrongPath
    }
  }

  private static func code(
    after path: String, in parts: LinkParts
  ) throws(Refusal) -> InviteCode {
    let rest = parts.path.dropFirst(path.count + 1)
    guard !rest.isEmpty else { throw .trailingSlash }
    if let slash = rest.firstIndex(of: "/") {
      throw rest.index(after: slash) == rest.endIndex ? .trailingSlash : .extraPath
    }
    guard parts.query == nil else { throw .queryOnCodeLink }
    return try code(rest)
  }

  fileprivate static func code(_ text: Substring) throws(Refusal) -> InviteCode {
    do {
      return try InviteCode(parsing: text)
    } catch {
      throw .wrongCode(error)
    }
  }
}

/// The parameters of a signed link, each there at most once.
private struct LinkQuery {
  private var values: [InviteLink.Parameter: Substring] = [:]

  init(_ query: Substring) throws(InviteLink.Refusal) {
    guard !query.isEmpty else { throw .missing(.ref) }
    for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
      let name = pair.prefix { $0 != "=" }
      guard name.endIndex < pair.endIndex,
        let parameter = InviteLink.Parameter(rawValue: String(name))
      else { throw .unknownParameter }
      guard values[parameter] == nil else { throw .repeated(parameter) }
      values[parameter] = pair[name.endIndex...].dropFirst()
    }
  }

  func link(checkedBy signer: (any LinkSigner)?) throws(InviteLink.Refusal) -> InviteLink {
    guard let inviter = try id(.ref) else { throw .missing(.ref) }
    guard let word = try value(.ctx) else { throw .missing(.ctx) }
    guard let context = InviteContext(rawValue: String(word)) else { throw .unknownContext }
    let claims = LinkClaims(inviter: inviter, context: context, content: try id(.cid))
    var code: InviteCode?
    if let text = try value(.code) { code = try InviteLink.code(text) }

    guard let text = try value(.sig) else { throw .missing(.sig) }
    guard let signer else { throw .uncheckedSignature }
    guard let signature = LinkSignature(text),
      signer.isValid(signature, of: claims.signedBytes(with: code))
    else { throw .badSignature }
    return InviteLink(verified: claims, code: code)
  }

  /// Returns the value of a parameter; `nil` if it is absent, for it must not be empty.
  private func value(
    _ parameter: InviteLink.Parameter
  ) throws(InviteLink.Refusal) -> Substring? {
    if values[parameter]?.isEmpty == true { throw .missing(parameter) }
    return values[parameter]
  }

  private func id(_ parameter: InviteLink.Parameter) throws(InviteLink.Refusal) -> OpaqueID? {
    guard let text = try value(parameter) else { return nil }
    guard let id = OpaqueID(text) else { throw .notOpaque(parameter) }
    return id
  }
}

extension LinkRules {
  static let reading: [Rule] = [
    Rule("P-LNK-01", "A link is a universal link first; the app's own scheme is the fallback.")
  ]
}

extension InviteLink {
  /// The reason why a text is no invite link of this app.
  public enum Refusal: Error, Hashable, Sendable {
    /// The text has no characters.
    case empty
    /// The text exceeds the limit.
    case tooLong(bytes: Int)
    /// A space, a tab or a line break, also at either end.
    case whitespace
    /// A character outside of printable ASCII.
    case notASCII
    /// A percent sign: nothing in a link needs encoding.
    case percentEncoding
    /// A number sign, which begins a fragment.
    case fragment
    /// `http` instead of `https`.
    case insecureScheme
    /// A scheme other than `https` and the app's own.
    case foreignScheme
    /// A host other than the app's.
    case foreignHost
    /// The app's host with a port that does not belong to it.
    case port
    /// An at sign in the host, as in `me@rin.app`.
    case userInfo
    /// Neither `/invite` nor `/r`.
    case wrongPath
    /// A slash at the end, after the code or in place of it.
    case trailingSlash
    /// Something follows the code.
    case extraPath
    /// A link that is a code has no query.
    case queryOnCodeLink
    /// The code has the wrong length, or a character that no code has.
    case wrongCode(InviteCode.Refusal)
    /// A signed link lacks the parameter, or leaves its value empty.
    case missing(Parameter)
    /// A signed link has the parameter more than once.
    case repeated(Parameter)
    /// A parameter that no signed link has, or a name without an equals sign.
    case unknownParameter
    /// The value has a character that no opaque id has, or is too long.
    case notOpaque(Parameter)
    /// The value of `ctx` is none of the known contexts.
    case unknownContext
    /// The signature is malformed, or was not made for this link with a known key.
    case badSignature
    /// The parser has no signer to check the signature.
    case uncheckedSignature
  }
}

extension InviteLink.Refusal {
  /// The reason in one word, the same for every place and parameter.
  public var reason: String {
    switch self {
    case .empty: "empty"
    case .tooLong: "tooLong"
    case .whitespace: "whitespace"
    case .notASCII: "notASCII"
    case .percentEncoding: "percentEncoding"
    case .fragment: "fragment"
    case .insecureScheme: "insecureScheme"
    case .foreignScheme: "foreignScheme"
    case .foreignHost: "foreignHost"
    case .port: "port"
    case .userInfo: "userInfo"
    case .wrongPath: "wrongPath"
    case .trailingSlash: "trailingSlash"
    case .extraPath: "extraPath"
    case .queryOnCodeLink: "queryOnCodeLink"
    case .wrongCode(.wrongLength): "wrongLength"
    case .wrongCode(.wrongCharacter): "wrongCharacter"
    case .missing: "missingParameter"
    case .repeated: "repeatedParameter"
    case .unknownParameter: "unknownParameter"
    case .notOpaque: "notOpaque"
    case .unknownContext: "unknownContext"
    case .badSignature: "badSignature"
    case .uncheckedSignature: "uncheckedSignature"
    }
  }

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .wrongCode(let refusal): refusal.rule
    case .whitespace, .notASCII, .percentEncoding: "EDG-10"
    case .missing, .repeated, .unknownParameter: "P-LNK-02"
    case .notOpaque: "P-PRV-04"
    case .unknownContext: "P-LNK-04"
    case .badSignature, .uncheckedSignature: "P-LNK-06"
    case .wrongPath, .trailingSlash, .extraPath: "LNK-16"
    case .empty, .tooLong, .fragment, .insecureScheme, .foreignScheme, .foreignHost, .port,
      .userInfo, .queryOnCodeLink:
      "LNK-01"
    }
  }

  /// The standing of the refused link: unknown or altered.
  ///
  /// The app writes every signed link whole and correct, so an incorrect one has been altered.
  public var standing: InviteLink.Standing {
    switch self {
    case .missing, .repeated, .unknownParameter, .notOpaque, .unknownContext, .badSignature:
      .tampered
    case .empty, .tooLong, .whitespace, .notASCII, .percentEncoding, .fragment, .insecureScheme,
      .foreignScheme, .foreignHost, .port, .userInfo, .wrongPath, .trailingSlash, .extraPath,
      .queryOnCodeLink, .wrongCode, .uncheckedSignature:
      .unknown
    }
  }
}

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

/// A holder of the keys that sign links; the rules contain no cryptography.
public protocol LinkSigner: Sendable {
  /// Signs `bytes` with the key in use.
  func signature(of bytes: [UInt8]) -> LinkSignature

  /// Returns whether one of the known keys made `signature` of exactly these bytes.
  func isValid(_ signature: LinkSignature, of bytes: [UInt8]) -> Bool
}

/// The signature in a link: 1 to 128 of `[A-Za-z0-9_-]`.
public struct LinkSignature: Hashable, Sendable {
  /// The most characters that a signature may have.
  public static let longest = 128

  /// The characters of the signature, exactly as they stand in the link.
  public let text: String

  /// Creates a signature from `text`; `nil` if it is empty, too long, or has any other character.
  public init?(_ text: some StringProtocol) {
    guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(OpaqueID.isOpaque)
    else { return nil }
    self.text = String(text)
  }
}

extension LinkClaims {
  /// Returns the bytes to sign: one line per field, in this order, with absent fields left out.
  ///
  ///     growthloop invite 1
  ///     ref=…
  ///     ctx=…
  ///     cid=…
  ///     code=…
  ///
  /// Neither a line break nor `=` can stand in a value, so two links never share these bytes. The
  /// first line keeps the key's other signatures from being valid here. The host is not signed: a
  /// link means the same under the custom scheme.
  public func signedBytes(with code: InviteCode?) -> [UInt8] {
    var text = "growthloop invite 1\nref=\(inviter)\nctx=\(context.rawValue)\n"
    if let content { text += "cid=\(content)\n" }
    if let code { text += "code=\(code)\n" }
    return Array(text.utf8)
  }
}

/// An identifier without meaning outside: 1 to 64 of `[A-Za-z0-9_-]`.
///
/// Nothing else fits into a link. The alphabet has no `@`, no `+`, no dot and no space, so that
/// an address, a phone number in E.164 or a full name cannot slip in.
public struct OpaqueID: Hashable, Sendable {
  /// The most characters that an id may have.
  public static let longest = 64

  /// The characters of the id, exactly as they stand in a link.
  public let text: String

  /// Creates an id from `text`; `nil` if it is empty, too long, or has any other character.
  public init?(_ text: some StringProtocol) {
    guard (1...Self.longest).contains(text.utf8.count),
      text.utf8.allSatisfy(Self.isOpaque)
    else { return nil }
    self.text = String(text)
  }

  static func isOpaque(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default:
      false
    }
  }
}

extension OpaqueID: CustomStringConvertible {
  public var description: String { text }
}

extension OpaqueID {
  /// Creates the name of an account: a UUID of version 8 that spells its number and nothing else.
  public init(_ principal: PrincipalID) {
    // RFC 9562 leaves 122 bits to the application: the lowest 62, then two beyond the variant.
    let number = UInt128(principal.rawValue)
    let low = number & (1 << 62 - 1)
    let high = number >> 62
    text = UUIDText.text(of: Self.frame | high << 64 | low)
  }

  /// The account with this name; `nil` if the id was not created from an account.
  public var principal: PrincipalID? {
    guard let value = UUIDText.value(of: text) else { return nil }
    let parts = value ^ Self.frame
    let number = UInt64(truncatingIfNeeded: (parts >> 64) << 62 | parts)
    let principal = PrincipalID(rawValue: number)
    return OpaqueID(principal) == self ? principal : nil
  }

  /// Version 8 and the variant of RFC 9562.
  private static var frame: UInt128 { 8 << 76 | 2 << 62 }
}

extension OpaqueID: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.read { OpaqueID($0) } }

  public func encode(to encoder: any Encoder) throws { try encoder.write(text) }
}

extension LinkRules {
  static let references: [Rule] = [
    Rule("P-LNK-03", "A signed link names its sender as ref, for credit and personal words."),
    Rule("P-LNK-05", "A signed link may name content as cid, to lead the invitee there."),
    Rule("P-PRV-04", "Only opaque ids stand in a link: no character that contact data needs."),
  ]
}
