import Vocabulary

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
