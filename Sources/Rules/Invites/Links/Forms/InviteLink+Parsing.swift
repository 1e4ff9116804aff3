public import Vocabulary

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
