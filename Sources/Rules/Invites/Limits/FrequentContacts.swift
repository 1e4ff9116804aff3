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
    /// The user has not allowed the app to read contacts.
    case notPermitted
    /// The user was not told why the app reads contacts.
    case notExplained
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
    case .none(.notPermitted), .none(.notExplained): "P-PRV-03"
    }
  }
}

extension FlowPolicy {
  /// Decides which of `candidates` are suggested, at most so many, under this access to the address
  /// book.
  ///
  /// Equal counts keep the order of the list. Of a limited access the candidates are the contacts that
  /// the user chose.
  public func suggest(
    _ candidates: [FrequentContacts.Candidate], most: Int = FrequentContacts.usualNumber,
    under access: ContactsAccess, wasExplained: Bool
  ) -> FrequentContacts {
    guard frequentSuggestions else { return .none(because: .switchedOff) }
    guard access == .authorized || access == .limited else {
      return .none(because: .notPermitted)
    }
    guard wasExplained else { return .none(because: .notExplained) }
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
    ),
    Rule(
      "P-PRV-03",
      "Contacts are suggested only with the user's permission, after an explanation of why."),
  ]
}
