public import Vocabulary

/// A keyed hash that replaces a person's identity; the caller supplies function and key.
public protocol IdentityHasher: Sendable {
  /// Returns the hash that stands for `principal`, the same in every event.
  func hash(_ principal: PrincipalID) -> String
}

/// An event as it leaves the product.
public struct ExportedEvent: Hashable, Sendable {
  /// A named value of an exported event.
  public struct Property: Hashable, Sendable {
    /// The name in the vocabulary, in lower snake case.
    public let name: String
    /// The value; a person is already hashed if the policy requires it.
    public let value: Value
  }

  /// The value of a property.
  public enum Value: Hashable, Sendable {
    /// A text, such as a channel, an entry point or an invite code.
    case text(String)
    /// A whole number, such as a count.
    case number(Int)
    /// A yes or no, such as whether the text was changed.
    case flag(Bool)
    /// A person under a hash.
    case hashed(String)
    /// A person or a session under the plain number.
    case raw(UInt64)
  }

  /// The name that the vocabulary has for the step.
  public let name: String
  /// The other names that the document has for the same step; they are not exported.
  public let aliases: [String]
  /// The properties in the order of the document.
  public internal(set) var properties: [Property] = []
  /// The number of times that the event is logged: once, or once for each recipient.
  public internal(set) var occurrences = 1

  init(_ name: InviteEventName) {
    self.name = name.primary
    aliases = name.aliases
  }
}

extension ExportedEvent {
  /// The value of a property; `nil` if the event does not have it.
  public subscript(name: String) -> Value? {
    properties.first { $0.name == name }?.value
  }

  /// Whether a raw code stands beside a hashed person.
  ///
  /// A code belongs to one inviter, so the table of codes reveals the person behind the hash.
  public var reidentifiesReferrer: Bool {
    guard case .hashed = self["referrer_id"] else { return false }
    return self["invite_code"] != nil
  }
}

extension ExportedEvent.Value: CustomStringConvertible {
  public var description: String {
    switch self {
    case .text(let text), .hashed(let text): text
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .raw(let number): String(number)
    }
  }
}

extension EventRules {
  static let identities: [Rule] = [
    Rule("PRV-09", "Referrer, inviter and invitee leave the product only under a hash."),
    Rule(
      "PRV-14",
      "A raw code beside a hashed referrer identifies the referrer; such events are marked."),
  ]
}
