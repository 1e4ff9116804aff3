import Vocabulary

/// An email address in the one spelling in which it is kept, so that it is kept once.
public struct EmailAddress: Hashable, Sendable {
  /// The greatest number of bytes of an address (RFC 5321 with its erratum 1690).
  public static let longest = 254
  /// The greatest number of bytes before the @ (RFC 5321).
  static let longestName = 64

  /// The address, its host in lower case.
  public let text: String

  /// Reads an address, without the spaces around it; `nil` for what cannot be one.
  ///
  /// It has the form that browsers demand of a field for email addresses (HTML standard), and a host
  /// with a dot. So it has no character that separates addresses or lines in the head of a message.
  /// Hosts are the same in any case; what stands before the @ may not be (RFC 5321).
  public init?(_ input: String) {
    let address = input.trimmed
    guard address.utf8.count <= Self.longest else { return nil }
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...Self.longestName).contains(parts[0].count),
      parts[0].allSatisfy(Self.isOfName)
    else { return nil }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ Self.isLabel($0) }) else { return nil }
    text = "\(Substring(parts[0]))@\(Substring(parts[1]).lowercased())"
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
  }

  private static func isLabel(_ bytes: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(bytes.count) && bytes.first != hyphen && bytes.last != hyphen
      && bytes.allSatisfy { isAlphanumeric($0) || $0 == hyphen }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
