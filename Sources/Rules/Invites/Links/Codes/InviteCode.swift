public import Vocabulary

/// The short name of an invite link: eight letters or digits, case-sensitive.
///
/// Its characters are packed into one integer, the first on top, so that codes cost nothing in a
/// table and sort as their text does.
public struct InviteCode: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number of characters in every code.
  public static let length = 8

  /// The eight ASCII characters, the first in the highest byte.
  public let packed: UInt64

  @usableFromInline
  init(trusted packed: UInt64) {
    self.packed = packed
  }

  public static func < (left: InviteCode, right: InviteCode) -> Bool { left.packed < right.packed }
}

extension InviteCode {
  /// The reason why a text is not a code.
  public enum Refusal: Error, Hashable, Sendable {
    /// The text has this many characters instead of eight.
    case wrongLength(Int)
    /// The character at this place, counted from 0, is neither a letter A–Z, a–z nor a digit.
    case wrongCharacter(at: Int)

    /// The deciding rule.
    public var rule: RuleID {
      switch self {
      case .wrongLength: "LNK-02"
      case .wrongCharacter: "LNK-03"
      }
    }
  }

  /// Parses exactly eight characters of `[a-zA-Z0-9]`; of two errors the wrong character is named.
  @inlinable
  public init(parsing text: some StringProtocol) throws(Refusal) {
    try self.init(parsing: text.utf8)
  }

  /// Parses a code from its bytes, as they stand in a request line.
  @inlinable
  public init(parsing bytes: some Collection<UInt8>) throws(Refusal) {
    var packed: UInt64 = 0
    var place = 0
    for byte in bytes {
      if place < 8 {
        guard Self.mayStand(byte) else { throw .wrongCharacter(at: place) }
        packed = packed << 8 | UInt64(byte)
      }
      place += 1
    }
    guard place == 8 else { throw .wrongLength(place) }
    self.init(trusted: packed)
  }

  /// Restores a code from its packed form; `nil` unless each byte is a letter or a digit.
  public init?(packed: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      guard Self.mayStand(UInt8(truncatingIfNeeded: packed >> UInt64(shift))) else { return nil }
    }
    self.packed = packed
  }
}

extension InviteCode {
  /// Returns the code at `number` in the sorted list of all codes, from 0 to 62⁸ − 1.
  ///
  /// It is no secret, unlike a minted one: only made-up people may have such a code.
  public static func numbered(_ number: UInt64) -> InviteCode { InviteCode(number: number) }

  init(number: UInt64) {
    precondition(number < CodeSpace.inviteCodes.count, "no invite code has number \(number)")
    var packed: UInt64 = 0
    var rest = number
    for shift in stride(from: 0, to: 64, by: 8) {
      packed |= UInt64(Self.character(of: UInt8(rest % 62))) << UInt64(shift)
      rest /= 62
    }
    self.init(trusted: packed)
  }

  /// Whether a byte is a letter A–Z, a–z or a digit.
  @usableFromInline
  static func mayStand(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// The character at a place of the alphabet, which is in the order of ASCII: 0–9, A–Z, a–z.
  private static func character(of digit: UInt8) -> UInt8 {
    switch digit {
    case ..<10: UInt8(ascii: "0") + digit
    case ..<36: UInt8(ascii: "A") + digit - 10
    default: UInt8(ascii: "a") + digit - 36
    }
  }
}

extension InviteCode: CustomStringConvertible, Codable {
  public var description: String {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: packed >> UInt64(56 - 8 * $0)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  public init(from decoder: any Decoder) throws {
    self = try decoder.read { try? InviteCode(parsing: $0) }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.write(self) }
}

extension LinkRules {
  static let codes: [Rule] = [
    Rule("LNK-02", "A code is exactly eight characters long."),
    Rule("LNK-03", "Each character of a code is a letter A–Z or a–z or a digit."),
    Rule(
      "LNK-04", "Whatever is not eight letters or digits is refused, and the refusal says where."),
    Rule("LNK-14", "Upper and lower case and digits may mix, as in a3Xk9m2Q."),
    Rule("LNK-18", "Codes are compared exactly: two that differ in case are two codes."),
    Rule("EDG-10", "No character of a code ever needs URL encoding."),
    Rule(
      "P-INV-03", "A code is unique, short and safe in a URL: eight letters or digits here too."),
  ]
}

extension InviteCode {
  /// The reason why no code was minted.
  public enum MintRefusal: Error, Hashable, Sendable {
    /// Every code that was drawn is taken; the space is full, or the generator is stuck.
    case everyDrawTaken(draws: Int)

    /// The deciding rule.
    public var rule: RuleID { "LNK-06" }
  }

  /// Returns a random code, each of the 62⁸ with the same probability.
  ///
  /// Where codes protect something, pass a cryptographic generator, such as the system's.
  public static func random(using generator: inout some RandomNumberGenerator) -> InviteCode {
    InviteCode(number: generator.number(below: CodeSpace.inviteCodes.count))
  }

  /// Draws codes until one is free, at most `draws` times.
  ///
  /// Between check and insertion another writer may take the code. A store with several writers
  /// decides with its unique index, and then mints again.
  public static func mint(
    using generator: inout some RandomNumberGenerator, draws: Int = 8,
    isTaken: (InviteCode) -> Bool
  ) throws(MintRefusal) -> InviteCode {
    for _ in 0..<draws {
      let code = random(using: &generator)
      if !isTaken(code) { return code }
    }
    throw .everyDrawTaken(draws: draws)
  }
}

extension RandomNumberGenerator {
  /// Draws a whole number from 0 to `bound` − 1, each with exactly the same probability.
  ///
  /// The standard library does the same, but may change how many draws it takes; here the same
  /// seed must give the same numbers with every toolchain. (Lemire, "Fast random integer
  /// generation in an interval", 2019.)
  mutating func number(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "there is no number below zero")
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      // The lowest products would give some numbers a higher probability than others.
      let excess = (0 &- bound) % bound
      while product.low < excess { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }
}

extension LinkRules {
  static let minting: [Rule] = [
    Rule("LNK-06", "A code that is taken is never given again: two inviters never share one.")
  ]
}
