import Invites
import Vocabulary

extension Profile {
  /// The contradiction of a default text without room for the link, which breaks the limit in every
  /// message.
  var lengthContradictions: [Contradiction] {
    guard let most = messages.maxLength, let room = messages.roomForLink(app: app),
      let link = typicalLink, link.count > room
    else { return [] }
    return [
      Contradiction(
        "messages.maxLength", "link.format",
        "the default message with a link of \(link.count) characters takes "
          + "\(most - room + link.count); allow that many, or shorten the link")
    ]
  }

  /// A link as the policy writes it, for a generic invite; `nil` if it cannot.
  public var typicalLink: String? {
    try? InviteLink.text(
      for: InviteCode(parsing: "a3Xk9m2Q"),
      claiming: LinkClaims(inviter: OpaqueID(PrincipalID(rawValue: 0)), context: .generic),
      under: link, in: app, signedBy: BlankSigner())
  }
}

/// Signs with as many characters as a real signature has; only their number matters.
private struct BlankSigner: LinkSigner {
  func signature(of bytes: [UInt8]) -> LinkSignature {
    guard let signature = LinkSignature(String(repeating: "0", count: 64)) else {
      preconditionFailure("64 digits are a signature")
    }
    return signature
  }

  func isValid(_ signature: LinkSignature, of bytes: [UInt8]) -> Bool { false }
}
