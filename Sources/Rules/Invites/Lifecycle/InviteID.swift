/// The identity of one invite record: a UUID.
public struct InviteID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The 128 bits of the UUID, its first digit in the highest four.
  public let rawValue: UInt128

  /// Creates the id with these 128 bits, whatever version and variant they spell.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Returns a random id, a UUID of version 4.
  public static func random(using generator: inout some RandomNumberGenerator) -> InviteID {
    let bits = UInt128(generator.next()) << 64 | UInt128(generator.next())
    let version: UInt128 = 4 << 76
    let variant: UInt128 = 2 << 62
    return InviteID(rawValue: bits & ~(15 << 76 | 3 << 62) | version | variant)
  }

  public static func < (left: InviteID, right: InviteID) -> Bool { left.rawValue < right.rawValue }
}

extension InviteID {
  /// Creates the id of the record of `code`: a UUID of version 8 that spells the code and nothing
  /// else.
  ///
  /// A code names one record, and so does this id, so a store need not keep both.
  public init(spelling code: InviteCode) {
    let packed = UInt128(code.packed)
    let low = packed & (1 << 62 - 1)
    let version: UInt128 = 8 << 76
    let variant: UInt128 = 2 << 62
    rawValue = (packed >> 62) << 64 | version | variant | low
  }
}

extension InviteID: LosslessStringConvertible {
  /// Reads the 36 characters of a UUID, in lower or upper case.
  public init?(_ text: String) {
    guard let value = UUIDText.value(of: text) else { return nil }
    rawValue = value
  }

  /// The UUID in lower case.
  public var description: String { UUIDText.text(of: rawValue) }
}

/// The 36 characters in which 128 bits are written as a UUID.
enum UUIDText {
  private static let dash = UInt8(ascii: "-")

  static func text(of value: UInt128) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for nibble in 0..<32 {
      if [8, 12, 16, 20].contains(nibble) { bytes.append(dash) }
      let digit = UInt8(truncatingIfNeeded: value >> UInt128(124 - 4 * nibble)) & 15
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func value(of text: String) -> UInt128? {
    guard text.utf8.count == 36 else { return nil }
    var value: UInt128 = 0
    for (place, byte) in text.utf8.enumerated() {
      if [8, 13, 18, 23].contains(place) {
        guard byte == dash else { return nil }
        continue
      }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt128(digit)
    }
    return value
  }
}
