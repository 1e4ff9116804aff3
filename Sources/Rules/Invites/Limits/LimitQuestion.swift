public import Vocabulary

/// A user's step that a limit may forbid.
public enum LimitQuestion: Hashable, Sendable, BitwiseCopyable {
  /// One more invite, of a kind that may or may not count toward the day.
  case invite(LimitPolicy.Counted)
  /// One more contact in a batch with this many.
  case pick(after: Int)
  /// The step to the message with this many contacts.
  case next(with: Int)
  /// An invite to a contact last invited at that time; `nil` for the first invite.
  case reinvite(lastInvited: Instant?)

  /// The rule that is applied, and that the answer names if the step is allowed.
  public var rule: RuleID {
    switch self {
    case .invite: "P-LIM-01"
    case .pick: "D-SEL-02"
    case .next: "D-SEL-01"
    case .reinvite: "CNF-25"
    }
  }
}

extension LimitPolicy {
  /// Returns whether a user with this `tally` may take the step in `question`.
  ///
  /// An invite of a kind that does not count toward the day is always allowed.
  public func decide(
    _ question: LimitQuestion, after tally: borrowing DailyTally, at now: Instant,
    calendar: CalendarPolicy, zone: CivilZone
  ) -> LimitDecision {
    switch question {
    case .invite(let kind):
      guard kind == dailyCounts ?? .created else { return .allowed }
      return decideInvite(after: tally, at: now, calendar: calendar, zone: zone)
    case .pick(let picked): return decidePick(after: picked)
    case .next(let picked): return decideNext(with: picked)
    case .reinvite(let last): return decideReinvite(lastInvited: last, at: now)
    }
  }
}
