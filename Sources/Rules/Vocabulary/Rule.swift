/// One entry of the rule book: the meaning of a catalogue id, and the file that decides it.
public struct Rule: Hashable, Sendable {
  /// The id by which decisions name the rule.
  public let id: RuleID
  /// The rule in one line.
  public let meaning: String
  /// The deciding file, as `Module/File.swift`.
  ///
  /// Folders are left out, since file names are unique in a module.
  public let place: String

  /// Creates a rule; the place is the file that contains this call.
  public init(_ id: RuleID, _ meaning: String, place: String = #fileID) {
    self.id = id
    self.meaning = meaning
    self.place = place
  }
}

/// The catalogue id of a rule: `PRM-17`, `P-LNK-02`, `CNF-10`.
///
/// Eight ASCII characters at most, kept in one integer, so that a decision that names its rule
/// costs nothing in a hot loop. Ids sort as their text does.
public struct RuleID: Hashable, Sendable, BitwiseCopyable {
  /// The text, as a message between processes has it.
  package let packed: UInt64

  /// Packs `text`; `nil` unless it has the form of a catalogue id.
  public init?(_ text: String) {
    guard RuleID.hasForm(text) else { return nil }
    packed = RuleID.pack(text.utf8)
  }

  /// Takes over an id that was packed before.
  package init(packed: UInt64) { self.packed = packed }

  static func hasForm(_ text: String) -> Bool {
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if let first = parts.first, first == "P" || first == "D" { parts.removeFirst() }
    guard parts.count == 2, parts[0].utf8.count == 3, (2...3).contains(parts[1].utf8.count),
      text.utf8.count <= 8
    else { return false }
    return parts[0].utf8.allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
      && parts[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  static func pack(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var packed: UInt64 = 0
    var room = 64
    for byte in bytes {
      room -= 8
      precondition(room >= 0, "a rule id has eight characters at most")
      packed |= UInt64(byte) << UInt64(room)
    }
    return packed
  }
}

extension RuleID: ExpressibleByStringLiteral {
  /// Creates an id from a literal without checking its form; more than eight bytes trap.
  public init(stringLiteral text: StaticString) {
    packed = text.withUTF8Buffer { unsafe RuleID.pack($0) }
  }
}

extension RuleID: Comparable, CustomStringConvertible {
  public static func < (left: RuleID, right: RuleID) -> Bool { left.packed < right.packed }

  public var description: String {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: packed >> UInt64(56 - 8 * $0)) }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension RuleID {
  /// The letters before the number: `PRM`, `P-LNK`.
  public var system: String {
    let text = description
    return text.lastIndex(of: "-").map { String(text[..<$0]) } ?? text
  }
}
