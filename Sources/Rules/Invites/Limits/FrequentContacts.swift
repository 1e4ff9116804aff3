public import Vocabulary

/// The decision which contacts are suggested for an invite, by how often the user writes to them.
public enum FrequentContacts: Hashable, Sendable {
  /// These contacts are suggested, the most written first.
  case suggested([Candidate])
  /// No contact is suggested.
  case none(because: Reason)

  /// A contact that may be suggested.
  public struct Candidate: Hashable, Sendable {
    /// The contact, by its opaque key.
    public var contact: ContactKey
    /// The first name, for the text of the message; `nil` without one.
    public var firstName: String?
    /// The number of messages that the user wrote to the contact, as the host counts them.
    public var messages: Int

    /// Creates a candidate.
    public init(contact: ContactKey, firstName: String?, messages: Int) {
      self.contact = contact
      self.firstName = firstName
      self.messages = messages
    }
  }

  /// The reason why no contact is suggested.
  public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The setting is off, as in every profile: iOS gives an app no history of messages.
    case switchedOff
    /// The user has written to none of the contacts.
    case neverWritten
  }

  // Ours: 002 gives no number.
  /// The number of suggestions where the host asks for no other.
  public static let usualNumber = 3

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .suggested, .none(.neverWritten): "P-ENT-11"
    case .none(.switchedOff): "CNF-09"
    }
  }
}

extension FlowPolicy {
  /// Decides which of `candidates` are suggested, at most so many.
  ///
  /// Equal counts keep the order of the list.
  public func suggest(
    _ candidates: [FrequentContacts.Candidate], most: Int = FrequentContacts.usualNumber
  ) -> FrequentContacts {
    guard frequentSuggestions else { return .none(because: .switchedOff) }
    let written = candidates.enumerated().filter { $0.element.messages > 0 }.sorted {
      ($1.element.messages, $0.offset) < ($0.element.messages, $1.offset)
    }
    guard !written.isEmpty else { return .none(because: .neverWritten) }
    return .suggested(written.prefix(most).map(\.element))
  }
}

extension LinkRules {
  static let suggestions: [Rule] = [
    Rule(
      "P-ENT-11",
      "Where a setting says so, the contacts that the user writes to most are suggested, each with its text."
    )
  ]
}
