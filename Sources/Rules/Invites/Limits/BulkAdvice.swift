public import Vocabulary

/// The soft warning about picking many contacts; it never blocks the user.
public struct BulkAdvice: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The progress of the warning within its batch or session.
  public enum State: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
    /// It has not been needed. Next: `shown`.
    case quiet
    /// It is on the screen. Next: `spent`; `quiet` with the next scope.
    case shown
    /// It was dismissed, or disappeared when fewer contacts were picked. Next: `quiet`.
    case spent
  }

  /// An event that may bring up the warning or end it.
  public enum Event: Hashable, Sendable, BitwiseCopyable {
    /// The number of contacts picked now.
    case picked(Int)
    /// The user dismissed the warning.
    case dismissed
    /// The batch was shared or given up; `sent` is the number of invites.
    case batchEnded(sent: Int)
    /// A new session of the app began; the invites sent before no longer count.
    case sessionBegan
  }

  /// The change that an event makes on the screen.
  public enum Action: Hashable, Sendable, BitwiseCopyable {
    /// Show the warning.
    case show
    /// Hide the warning.
    case hide
    /// Leave the screen as it is.
    case stay(because: Stay)
  }

  /// The reason why an event changes nothing on the screen.
  public enum Stay: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The count is below the threshold of the policy.
    case tooFewPicked
    /// The warning is on the screen, and still due.
    case alreadyShown
    /// It was shown in this batch or session, and is not shown twice.
    case spent
    /// There is no warning to hide.
    case nothingShown
    /// The policy has no threshold, so it never warns.
    case off
  }

  /// The progress of the warning; `quiet` at first.
  public private(set) var state = State.quiet
  private var sentThisSession = 0

  /// Creates the advice of a new session, before any contact is picked.
  public init() {}
}

extension BulkAdvice {
  /// Applies `event`; the user may go on in every case.
  ///
  /// Under the scope `batch` the contacts of this batch count, and each batch has at most one
  /// warning. Under `session` the invites sent before count too, and each session has at most one
  /// warning.
  public mutating func receive(_ event: Event, under policy: LimitPolicy) -> Action {
    guard let threshold = policy.softWarningAt else { return .stay(because: .off) }
    let scope = policy.softWarningScope ?? .batch
    switch (state, event) {
    case (.quiet, .picked(let count)):
      guard isDue(with: count, from: threshold, in: scope) else {
        return .stay(because: .tooFewPicked)
      }
      state = .shown
      return .show
    case (.shown, .picked(let count)):
      if isDue(with: count, from: threshold, in: scope) { return .stay(because: .alreadyShown) }
      state = .spent
      return .hide
    case (.spent, .picked):
      return .stay(because: .spent)
    case (.shown, .dismissed):
      state = .spent
      return .hide
    case (.quiet, .dismissed), (.spent, .dismissed):
      return .stay(because: .nothingShown)
    case (_, .batchEnded(let sent)):
      // The excess over the threshold has no effect, and a batch is counted by its picked contacts.
      if scope == .session { sentThisSession = min(sentThisSession + sent, threshold) }
      return end(leaving: scope == .batch || state == .quiet ? .quiet : .spent)
    case (_, .sessionBegan):
      sentThisSession = 0
      return end(leaving: .quiet)
    }
  }

  private func isDue(
    with picked: Int, from threshold: Int, in scope: LimitPolicy.WarningScope
  ) -> Bool {
    let sentBefore = scope == .session ? sentThisSession : 0
    return picked > 0 && sentBefore + picked >= threshold
  }

  private mutating func end(leaving next: State) -> Action {
    let wasShown = state == .shown
    state = next
    return wasShown ? .hide : .stay(because: .nothingShown)
  }
}

extension LinkRules {
  static let advice: [Rule] = [
    Rule("D-SEL-03", "The tenth contact brings up a soft warning; the user may go on."),
    Rule(
      "D-SEL-06", "The warning counts the batch or the session: limits.softWarningScope decides."),
  ]
}

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
