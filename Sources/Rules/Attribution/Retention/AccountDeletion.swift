public import Vocabulary

/// A record that says something of a person.
public enum PersonalRecord: String, CaseIterable, Sendable, BitwiseCopyable {
  case click
  case incompleteInstall
  case referral
  /// An address left on the page for devices without the app.
  case capturedEmail
}

/// On which side of a record somebody stands whose account goes away.
public enum RecordRole: String, CaseIterable, Sendable, BitwiseCopyable {
  case inviter
  case invitee
}

/// What becomes of a record when an account goes away.
public enum RecordFate: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The identity is replaced by one that leads nowhere; the record still counts.
  case pseudonymised
  case erased

  /// The rule that spoke.
  public var rule: RuleID { "CNF-49" }

  /// Whether totals of the past, and credit of others, stay as they were.
  public var keepsCount: Bool { self == .pseudonymised }
}

extension RetentionPolicy {
  /// Returns what becomes of a record when the account of one side of it is deleted.
  ///
  /// Pseudonyms serve the permanent referrals, and what may still become one through the inviter's
  /// link. What only tells of a person, their own clicks and addresses, is erased in any case.
  public func fate(of record: PersonalRecord, of role: RecordRole) -> RecordFate {
    switch onAccountDeletion {
    case .erase:
      return .erased
    case .pseudonymise:
      switch (record, role) {
      case (.referral, _), (.click, .inviter), (.incompleteInstall, .inviter):
        return .pseudonymised
      case (.click, .invitee), (.incompleteInstall, .invitee), (.capturedEmail, _):
        return .erased
      }
    }
  }
}

extension RetentionPolicy {
  /// Whether a link still leads to its record when its sender's account is in that state.
  ///
  /// Erased records take their links along: these are as unknown as links that never were.
  public func knowsLinks(of sender: AccountState) -> Bool {
    sender != .deleted || fate(of: .click, of: .inviter) == .pseudonymised
  }
}

extension PersonalRecord {
  /// Whether a person who asks for their data gets it; in every profile, all of it.
  public var isExported: Bool {
    switch self {
    case .click, .incompleteInstall, .referral, .capturedEmail: true
    }
  }
}

extension RetentionRules {
  static let deletion: [Rule] = [
    Rule("CNF-49", "Clicks 7 or 30 days; a deleted account's referrals pseudonymised, or erased."),
    Rule(
      "P-PRV-07", "Records of invites are exported; a deleted account erases or pseudonymises them."
    ),
    Rule("P-PRV-08", "Captured email addresses are exported and deleted like all personal data."),
  ]
}
