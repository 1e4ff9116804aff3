public import Vocabulary

/// A record about a person.
public enum PersonalRecord: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The record of a tap on an invite link.
  case click
  /// An attributed install whose onboarding is not completed.
  case incompleteInstall
  /// An attributed install whose onboarding is completed.
  case referral
  /// An address left on the page for devices without the app.
  case capturedEmail
}

/// The role in a record of a person whose account is deleted.
public enum RecordRole: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The sender of the link.
  case inviter
  /// The person who tapped the link, or arrived by it.
  case invitee
}

/// The treatment of a record when an account is deleted.
public enum RecordFate: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The identity is replaced by one without a referent; the record still counts.
  case pseudonymised
  /// The record is removed, and counts no more.
  case erased

  /// The deciding rule.
  public var rule: RuleID { "CNF-49" }

  /// Whether past totals, and the credit of others, stay unchanged.
  public var keepsCount: Bool { self == .pseudonymised }
}

extension RetentionPolicy {
  /// Returns the treatment of a record when the account of one role is deleted.
  ///
  /// Pseudonyms preserve the permanent referrals, and the records that may still become one through
  /// the inviter's link. Records about one person alone, their own clicks and addresses, are always
  /// erased.
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
  /// Returns whether a link still leads to its record when its sender's account is in that state.
  ///
  /// Erasing a record removes its link: afterwards the link is unknown.
  public func knowsLinks(of sender: AccountState) -> Bool {
    sender != .deleted || fate(of: .click, of: .inviter) == .pseudonymised
  }
}

extension PersonalRecord {
  /// Whether a person who requests their data receives this record; `true` in every profile.
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
