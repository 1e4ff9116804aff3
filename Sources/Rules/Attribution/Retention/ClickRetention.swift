public import Vocabulary

extension AttributionPolicy {
  /// Returns whether the record of a click may still be kept at `now`.
  ///
  /// It lives through the last instant at which it could earn a credit, and not a millisecond more.
  /// Sweeping takes time: whatever reads clicks must ask, and treat one that is due as deleted.
  public func decide(clickAt: Instant, at now: Instant) -> RetentionDecision {
    RetentionDecision(from: clickAt, for: clickRetention, at: now, because: .click)
  }

  /// The oldest instant of which a sweep at `now` leaves clicks; all that happened before it go.
  public func sweepHorizon(at now: Instant) -> Instant { now - clickRetention }
}

/// An install that a click was matched to.
public struct AttributedInstall: Hashable, Sendable, BitwiseCopyable {
  public var at: Instant
  public var onboardingCompletedAt: Instant?

  public init(at: Instant, onboardingCompletedAt: Instant? = nil) {
    self.at = at
    self.onboardingCompletedAt = onboardingCompletedAt
  }
}

extension RetentionPolicy {
  /// Returns whether the record of an attributed install may still be kept at `now`.
  ///
  /// Onboarding that is completed after the record was due finds none, and makes no referral.
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
