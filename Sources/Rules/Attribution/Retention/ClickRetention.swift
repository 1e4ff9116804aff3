public import Vocabulary

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
