public import Vocabulary

/// The decision whether a record may still be kept.
public enum RetentionDecision: Hashable, Sendable {
  /// Through that instant; without a limit if it is `nil`.
  case kept(through: Instant?, because: RetentionReason)
  /// The record must be removed: `since` is the first instant at which it may not exist.
  case due(since: Instant, because: RetentionReason)

  /// Whether the record may still exist.
  public var isKept: Bool {
    switch self {
    case .kept: true
    case .due: false
    }
  }

  /// The kind of record, which set the period.
  public var because: RetentionReason {
    switch self {
    case .kept(_, let reason), .due(_, let reason): reason
    }
  }

  /// Keeps an event at `start` for `period`, its last millisecond included.
  init(from start: Instant, for period: Interval, at now: Instant, because reason: RetentionReason)
  {
    let last = start + period
    self =
      now <= last
      ? .kept(through: last, because: reason)
      : .due(since: last + .milliseconds(1), because: reason)
  }
}

/// The kind of record concerned.
public enum RetentionReason: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A click record, kept for ``AttributionPolicy/clickRetention``.
  case click
  /// An install that was attributed and never completed onboarding.
  case incompleteInstall
  /// An install that completed it: part of the referral relationship.
  case referral
}

extension RetentionReason {
  /// Returns the deciding rule, as `document` numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch (self, document) {
    case (.click, .rin): "PRV-07"
    case (.click, .product), (.click, .design): "CNF-49"
    case (.incompleteInstall, _): "PRV-12"
    case (.referral, _): "PRV-08"
    }
  }
}

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

extension AttributionPolicy {
  /// Returns whether the record of a click may still be kept at `now`.
  ///
  /// It is kept through the last instant at which it could earn a credit, and not a millisecond
  /// more. Sweeping takes time: every reader of clicks must check, and treat an expired one as
  /// deleted.
  public func decide(clickAt: Instant, at now: Instant) -> RetentionDecision {
    RetentionDecision(from: clickAt, for: clickRetention, at: now, because: .click)
  }

  /// Returns the oldest instant whose clicks a sweep at `now` keeps; it removes all earlier ones.
  public func sweepHorizon(at now: Instant) -> Instant { now - clickRetention }
}

/// An install with a matched click.
public struct AttributedInstall: Hashable, Sendable, BitwiseCopyable {
  /// The moment of the arrival, from which retention runs.
  public var at: Instant
  /// The moment at which onboarding was completed; `nil` before.
  public var onboardingCompletedAt: Instant?

  /// Creates an install, by default with onboarding still open.
  public init(at: Instant, onboardingCompletedAt: Instant? = nil) {
    self.at = at
    self.onboardingCompletedAt = onboardingCompletedAt
  }
}

extension RetentionPolicy {
  /// Returns whether the record of an attributed install may still be kept at `now`.
  ///
  /// Onboarding completed after the record expired makes no referral.
  public func decide(_ install: AttributedInstall, at now: Instant) -> RetentionDecision {
    if let completed = install.onboardingCompletedAt, completed <= now,
      completed <= install.at + incompleteInstall
    {
      return .kept(through: nil, because: .referral)
    }
    return RetentionDecision(
      from: install.at, for: incompleteInstall, at: now, because: .incompleteInstall)
  }
}

extension RetentionRules {
  static let periods: [Rule] = [
    Rule("PRV-07", "Click records are kept through the seven days of the window, then deleted."),
    Rule("PRV-08", "An attribution that reached the end of onboarding is kept for good."),
    Rule("PRV-12", "An attributed install that never completes onboarding is kept for seven days."),
    Rule(
      "PRV-13", "A click past its retention decides nothing, swept or not: as if there were none."),
  ]
}
