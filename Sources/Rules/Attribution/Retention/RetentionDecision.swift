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
