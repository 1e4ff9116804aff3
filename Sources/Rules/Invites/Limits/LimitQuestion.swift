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

/// The decision whether a user may go on inviting, with the reason for a refusal.
public enum LimitDecision: Hashable, Sendable, BitwiseCopyable {
  /// The step may be taken.
  case allowed
  /// A limit forbids the step.
  case refused(because: LimitRefusal)
}

/// The reason why a limit forbids a step, with its time or number where it has one.
public enum LimitRefusal: Error, Hashable, Sendable, BitwiseCopyable {
  /// The day's invites are used up; `until` is the time of the next, `nil` if there is none.
  case dailyLimit(until: Instant?)
  /// The batch is full.
  case batchFull(most: Int)
  /// No contact has been picked.
  case noContactPicked
  /// The same contact was invited too recently.
  case invitedRecently(until: Instant)
}

extension LimitRefusal {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .dailyLimit: "P-LIM-01"
    case .batchFull: "D-SEL-02"
    case .noContactPicked: "D-SEL-01"
    case .invitedRecently: "CNF-25"
    }
  }

  /// The text shown to the user; `nil` where a control is merely absent.
  public var text: String? {
    switch self {
    case .dailyLimit: worded("You've sent a lot of invites today. Try again tomorrow.")
    // Ours: CNF-62.
    case .batchFull(let most): worded("You can pick up to \(most) contacts at a time.")
    case .noContactPicked, .invitedRecently: nil
    }
  }
}

extension LimitPolicy {
  /// Returns whether one more invite may be created (or sent, where those count) at `now`.
  ///
  /// A rolling day ends when 24 hours have passed in full; a calendar day at the user's midnight.
  public func decideInvite(
    after tally: borrowing DailyTally, at now: Instant, calendar: CalendarPolicy,
    zone: CivilZone
  ) -> LimitDecision {
    guard let dailyInvites else { return .allowed }
    guard dailyInvites > 0 else { return .refused(because: .dailyLimit(until: nil)) }
    guard let decisive = tally.nth(dailyInvites) else { return .allowed }
    let until = calendar.dayEnds(for: decisive, zone: zone)
    return now < until ? .refused(because: .dailyLimit(until: until)) : .allowed
  }

  /// Enters an invite into `tally` if its kind counts.
  public func record(_ kind: Counted, in tally: inout DailyTally, at now: Instant) {
    guard let dailyInvites, kind == dailyCounts ?? .created else { return }
    tally.add(now, keeping: dailyInvites)
  }

  /// Returns whether one more contact may join a batch that has `picked` already.
  public func decidePick(after picked: Int) -> LimitDecision {
    guard let batchMax, picked >= batchMax else { return .allowed }
    return switch onBatchOverflow {
    case .refuseSelection, nil: .refused(because: .batchFull(most: batchMax))
    }
  }

  /// Returns whether a batch of `picked` contacts may go on to the message.
  public func decideNext(with picked: Int) -> LimitDecision {
    if picked < 1 { return .refused(because: .noContactPicked) }
    if let batchMax, picked > batchMax { return .refused(because: .batchFull(most: batchMax)) }
    return .allowed
  }

  /// Returns whether a contact who was last invited at `last` may be invited again at `now`.
  public func decideReinvite(lastInvited last: Instant?, at now: Instant) -> LimitDecision {
    guard let last, let reinviteCooldown, now < last + reinviteCooldown else { return .allowed }
    return .refused(because: .invitedRecently(until: last + reinviteCooldown))
  }
}

extension LinkRules {
  static let limits: [Rule] = [
    Rule("P-LIM-01", "No user makes more than 50 invites a day."),
    Rule("P-LIM-02", "Whoever does reads that it was a lot today, and to try again tomorrow."),
    Rule("P-LIM-03", "Settings say whether created or sent invites count, and what a day is."),
    Rule("P-EDG-08", "The 51st invite of a day is blocked, with words, and the 50th is not."),
    Rule("D-SEL-01", "A batch goes on to the message with at least one contact."),
    Rule("D-SEL-02", "A batch has at most 20 contacts."),
    Rule("D-SEL-07", "The 21st contact of a batch cannot be picked."),
    Rule("D-SEL-08", "Nothing limits how many batches a user sends in a day or a life."),
  ]
}

/// The times of a user's latest counted invites; empty, and so without memory, until the first.
public struct DailyTally: Hashable, Sendable, KeptState {
  /// Oldest first, and never more than the limit: older ones have no effect.
  private var times: [Instant] = []

  /// Creates a tally without invites.
  public init() {}

  /// Returns the `n`th newest time, from 1; `nil` if there were fewer.
  func nth(_ n: Int) -> Instant? {
    n <= times.count ? times[times.count - n] : nil
  }

  /// Adds a moment, also one that comes late, and drops those beyond the newest `most`.
  mutating func add(_ moment: Instant, keeping most: Int) {
    let later = times.reversed().prefix { $0 > moment }.count
    times.insert(moment, at: times.count - later)
    times.removeFirst(max(0, times.count - most))
  }
}
