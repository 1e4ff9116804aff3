public import Vocabulary

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

extension LinkRules {
  static let references: [Rule] = [
    Rule("P-LNK-03", "A signed link names its sender as ref, for credit and personal words."),
    Rule("P-LNK-05", "A signed link may name content as cid, to lead the invitee there."),
    Rule("P-PRV-04", "Only opaque ids stand in a link: no character that contact data needs."),
  ]
}
