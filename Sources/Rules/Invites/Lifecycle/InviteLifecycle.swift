public import Vocabulary

/// The life of one invite as a state machine; it only ever moves forward.
///
/// A link that is copied by hand is never reported as sent, so `created` may jump to `opened`, and
/// an acceptance implies the steps before it.
public struct InviteLifecycle: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// An event in the life of an invite.
  public enum Event: Hashable, Sendable, BitwiseCopyable {
    /// A share of the link was completed.
    case shareCompleted
    /// A share was cancelled, which by itself changes nothing.
    case shareCancelled
    /// The link was tapped, whatever its channel.
    case opened
    /// A user accepts the invite, having tapped the link at `clickedAt`.
    case accepted(clickedAt: Instant)
    /// Time passed without another event.
    case timePassed
  }

  /// The effect of an event.
  public enum Step: Hashable, Sendable, BitwiseCopyable {
    /// The event moved the invite to this status.
    case moved(to: InviteStatus)
    /// The event itself did not change the status; `broughtAnother` still adds an acceptance.
    case stayed(because: Stay)
    /// The invite did not admit the event; the number of acceptances is as before.
    case refused(because: Refusal)
  }

  /// The reason why an event does not change the status.
  public enum Stay: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A cancelled share does not count.
    case shareCancelled
    /// The status is already this far, or further.
    case furtherAlong
    /// The link brought one more invitee.
    case broughtAnother
    /// The invite has not passed its expiry.
    case stillValid
    /// An earlier event found the invite expired.
    case alreadyExpired
    /// An accepted invite does not expire.
    case acceptedForGood
  }

  /// The reason why an invite does not admit an event.
  public enum Refusal: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The invite is past its expiry now, or for an acceptance when `expiryCheckedAt` checks it.
    case expired
    /// The link has brought the permitted number of invitees.
    case exhausted
  }

  /// The status after the last event; `status(at:)` takes the time since into account.
  public private(set) var status = InviteStatus.created
  /// The moment of creation, from which the age counts.
  public let createdAt: Instant
  /// The last instant at which the invite is valid; `nil` sets no limit.
  ///
  /// It is fixed at creation: the link has no date in it, and a later policy changes only later
  /// invites.
  public let expiresAt: Instant?
  /// The time of the first acceptance.
  public private(set) var acceptedAt: Instant?
  /// The number of invitees who accepted the invite.
  public private(set) var acceptances = 0

  /// Creates the lifecycle of an invite with status `created`, and fixes its expiry.
  public init(createdAt: Instant, under policy: LinkPolicy) {
    self.createdAt = createdAt
    expiresAt = policy.expiry.map { createdAt + $0 }
  }

  /// Restores a lifecycle from the values that a store kept.
  package init(
    resuming status: InviteStatus, createdAt: Instant, expiresAt: Instant?, acceptedAt: Instant?,
    acceptances: Int
  ) {
    self.status = status
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.acceptedAt = acceptedAt
    self.acceptances = acceptances
  }

  /// Whether the link has passed its greatest age; at exactly 30 days it has not.
  public func isPastExpiry(at now: Instant) -> Bool {
    guard let expiresAt else { return false }
    return now > expiresAt
  }

  /// Returns the status at `now`, also if no event has been received since the expiry.
  public func status(at now: Instant) -> InviteStatus {
    status != .accepted && isPastExpiry(at: now) ? .expired : status
  }
}

extension InviteLifecycle {
  /// Applies `event` at `now`, and returns its effect.
  ///
  /// The first event past the expiry reports it, as a move to `expired` or as a refusal.
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
    case (.expired, .shareCompleted), (.expired, .opened):
      return .refused(because: .expired)
    case (.expired, .shareCancelled) where !wasExpired, (.expired, .timePassed) where !wasExpired:
      return .moved(to: .expired)
    case (.expired, .timePassed):
      return .stayed(because: .alreadyExpired)
    case (_, .shareCancelled):
      return .stayed(because: .shareCancelled)
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

/// The progress of an invite.
public enum InviteStatus: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
  /// The link exists. Next: `sent`, `opened`, `accepted`, `expired`.
  case created
  /// The share was completed. Next: `opened`, `accepted`, `expired`.
  case sent
  /// The link was tapped. Next: `accepted`, `expired`.
  case opened
  /// A user accepted the invite; final.
  case accepted
  /// The invite expired before it was accepted. Next: `accepted`, by a user who tapped in time.
  case expired
}

extension InviteLifecycle.Step {
  /// The deciding rule.
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
    Rule("P-INV-12", "A share makes it sent, a tap opened, and an acceptance accepted."),
    Rule(
      "P-INV-13", "An invite not accepted expires when older than 30 days; at 30 days it is valid."),
    Rule("P-INV-14", "An invite's status never goes back; created may jump to opened."),
    Rule(
      "P-INV-15", "A link may bring so many people as its policy says; the next gets no credit."),
    Rule("D-RES-02", "A link is past its life when older than 30 days."),
  ]
}
