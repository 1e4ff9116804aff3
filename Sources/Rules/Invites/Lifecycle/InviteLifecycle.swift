public import Vocabulary

/// How far an invite has come.
public enum InviteStatus: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The link exists. Next: `sent`, `opened`, `accepted`, `expired`.
  case created
  /// The share was completed. Next: `opened`, `accepted`, `expired`.
  case sent
  /// Somebody tapped the link. Next: `accepted`, `expired`.
  case opened
  /// Somebody took the invite; there is no way back.
  case accepted
  /// It grew too old before anybody took it. Next: `accepted`, by somebody who tapped in time.
  case expired
}

/// The life of one invite as a state machine; it only ever moves forward.
///
/// A link that is copied by hand is never reported as sent, so `created` may jump to `opened`, and
/// an acceptance implies the steps before it.
public struct InviteLifecycle: Hashable, Sendable, BitwiseCopyable {
  public enum Event: Hashable, Sendable, BitwiseCopyable {
    case shareCompleted
    case shareCancelled
    /// Somebody tapped the link, through whatever channel it came.
    case opened
    /// Somebody takes the invite, having tapped the link at `clickedAt`.
    case accepted(clickedAt: Instant)
    /// Nothing happened but time.
    case timePassed
  }

  /// What an event did.
  public enum Step: Hashable, Sendable, BitwiseCopyable {
    case moved(to: InviteStatus)
    case stayed(because: Stay)
    case refused(because: Refusal)
  }

  public enum Stay: String, CaseIterable, Sendable, BitwiseCopyable {
    case shareCancelled
    /// The status is already this far, or further.
    case furtherAlong
    /// The link brought one more person.
    case broughtAnother
    case stillValid
    case alreadyExpired
    /// What was accepted does not expire.
    case acceptedForGood
  }

  public enum Refusal: String, CaseIterable, Sendable, BitwiseCopyable {
    case expired
    /// The link has brought as many people as it may.
    case exhausted
  }

  public private(set) var status = InviteStatus.created
  public let createdAt: Instant
  /// The last instant of its life; `nil` lives for ever.
  ///
  /// Written down at creation: the link has no date in it, and a later policy changes only later
  /// invites.
  public let expiresAt: Instant?
  /// When the first person took it.
  public private(set) var acceptedAt: Instant?
  /// The number of people who took it.
  public private(set) var acceptances = 0

  public init(createdAt: Instant, under policy: LinkPolicy) {
    self.createdAt = createdAt
    expiresAt = policy.expiry.map { createdAt + $0 }
  }

  /// Whether the link is older than it may become; at exactly 30 days it is not.
  public func isPastExpiry(at now: Instant) -> Bool {
    guard let expiresAt else { return false }
    return now > expiresAt
  }

  /// The status at `now`, also if no event has told it since that time passed.
  public func status(at now: Instant) -> InviteStatus {
    status != .accepted && isPastExpiry(at: now) ? .expired : status
  }
}

extension InviteLifecycle {
  /// Takes note of `event` at `now`, and returns what it did.
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: LinkPolicy
  ) -> Step {
    let wasExpired = status == .expired
    status = status(at: now)
    switch (status, event) {
    case (.created, .shareCompleted):
      return move(to: .sent)
    case (.created, .opened), (.sent, .opened):
      return move(to: .opened)
    case (.sent, .shareCompleted), (.opened, .shareCompleted), (.accepted, .shareCompleted),
      (.opened, .opened), (.accepted, .opened):
      return .stayed(because: .furtherAlong)
    case (_, .accepted(let click)):
      return accept(clickedAt: click, at: now, under: policy)
    case (_, .shareCancelled):
      return .stayed(because: .shareCancelled)
    case (.expired, .shareCompleted), (.expired, .opened):
      return .refused(because: .expired)
    case (.expired, .timePassed):
      return wasExpired ? .stayed(because: .alreadyExpired) : .moved(to: .expired)
    case (.accepted, .timePassed):
      return .stayed(because: .acceptedForGood)
    case (.created, .timePassed), (.sent, .timePassed), (.opened, .timePassed):
      return .stayed(because: .stillValid)
    }
  }

  private mutating func move(to next: InviteStatus) -> Step {
    status = next
    return .moved(to: next)
  }

  private mutating func accept(
    clickedAt click: Instant, at now: Instant, under policy: LinkPolicy
  ) -> Step {
    switch policy.standing(of: self, clickedAt: click, installedAt: now) {
    case .expired, .unknown, .tampered: return .refused(because: .expired)
    case .exhausted: return .refused(because: .exhausted)
    case .valid: break
    }
    acceptances += 1
    if status == .accepted { return .stayed(because: .broughtAnother) }
    acceptedAt = now
    return move(to: .accepted)
  }
}

extension InviteLifecycle.Step {
  /// The rule that spoke.
  public var rule: RuleID {
    switch self {
    case .moved(to: .expired), .stayed(.stillValid), .stayed(.alreadyExpired),
      .stayed(.acceptedForGood), .refused(.expired):
      "P-INV-13"
    case .moved(to: .created), .moved(to: .sent), .moved(to: .opened), .moved(to: .accepted):
      "P-INV-12"
    case .stayed(.shareCancelled): "P-INV-11"
    case .stayed(.furtherAlong): "P-INV-14"
    case .stayed(.broughtAnother), .refused(.exhausted): "P-INV-15"
    }
  }
}

extension LinkRules {
  static let lifecycle: [Rule] = [
    Rule("LNK-08", "Without a set life a link never expires; only the credit of a click does."),
    Rule(
      "LNK-15", "A tap counts whatever channel carried the link, also one never reported as sent."),
    Rule("P-LNK-10", "A link has no date in it: its record says when it expires."),
    Rule("P-INV-07", "An invite is created, sent, opened, accepted or expired."),
    Rule("P-INV-09", "A record keeps when it was created and when it was first accepted."),
    Rule("P-INV-10", "A record keeps when it expires: 30 days after its creation."),
    Rule("P-INV-11", "A new record is created, and stays so if the share is cancelled."),
    Rule("P-INV-12", "A share makes it sent, a tap opened, and somebody's taking it accepted."),
    Rule("P-INV-13", "What nobody took is expired when older than 30 days; at 30 days it is not."),
    Rule("P-INV-14", "An invite's status never goes back; created may jump to opened."),
    Rule(
      "P-INV-15", "A link may bring so many people as its policy says; the next gets no credit."),
    Rule("D-RES-02", "A link is past its life when older than 30 days."),
  ]
}
