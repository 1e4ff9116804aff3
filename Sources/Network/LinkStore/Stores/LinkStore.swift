public import Attribution
public import Invites
public import Vocabulary

/// Where the desk keeps what it knows.
///
/// A *turn* is whatever is read and written between two commits. What is written can be read at
/// once, and is durable when `commit()` returns: nothing may be acknowledged before that rests on it.
/// A commit that throws has taken the whole turn back.
///
/// A commit in two parts lets the next turn go on while one becomes durable. What the next reads may
/// be lost still: its answers wait for its own commit, and if the one before fails, both are taken
/// back.
///
/// The stores of this module belong to one process and one thread, so that a turn needs no locks. A
/// store over PostgreSQL, shared by many processes, fits behind the same door: a turn becomes a
/// transaction (`SERIALIZABLE`, or rows read `FOR UPDATE`), each read a query by the index that its
/// name tells, each change an upsert or a delete, `contenders` a query by the digest of the signals
/// that the rule cannot do without, `nextSequence` a sequence. A turn that the database turns down,
/// because another process was faster, is run again: the desk decides by what it reads, and keeps
/// nothing from turn to turn. A unique index on codes decides between two that mint the same.
public protocol LinkStore: AnyObject {
  // MARK: Reading
  func invite(_ code: InviteCode) -> StoredInvite?
  /// Newest first.
  func invites(of sender: PrincipalID) -> [StoredInvite]
  func person(_ id: PrincipalID) -> Person?
  /// In the order of the inviters' ids.
  func referrals(of invitee: PrincipalID) -> [Referral]
  /// In the order of the invitees' ids.
  func referrals(by inviter: PrincipalID) -> [Referral]
  /// In the order of their sequence.
  func openings(by principal: PrincipalID) -> [Opening]
  func request(_ name: AnsweredRequest.Name) -> AnsweredRequest?
  func requests(of sender: PrincipalID) -> [AnsweredRequest]
  /// Whether a user of that id was deleted.
  func isErased(_ person: PrincipalID) -> Bool
  func click(_ sequence: UInt64) -> ClickFootprint?
  /// The clicks on some links, in order; it may look at all clicks that are kept.
  func clicks(on codes: Set<InviteCode>) -> [ClickFootprint]
  /// The clicks after a moment, in order; it may look at all clicks that are kept.
  func clicks(after moment: Instant) -> [ClickFootprint]
  /// When the last click came that is not after a moment; `nil` for none.
  func latestClick(until moment: Instant) -> Instant?
  /// The clicks that compete for a first launch, and what the matching rule makes of it.
  ///
  /// A click that is due at `now`, by the clock of the service, does not compete: the time of the launch
  /// is a client's claim.
  func contenders(
    for device: DeviceSignals, launchedAt launch: Instant, at now: Instant
  ) -> (decision: MatchDecision, clicks: [ClickFootprint])
  /// The notices that wait, oldest first.
  func notices(atMost most: Int) -> [Notice]
  func notice(_ pair: Referral.Pair) -> Notice?
  /// The number that the next click gets; no number is ever given twice.
  var nextSequence: UInt64 { get }
  /// When the newest click came: clicks are kept in order of time, but for the lateness of the terms.
  var newestClick: Instant? { get }
  /// By how much calls may come out of the order of their moments.
  var lateness: Interval { get }

  // MARK: What is due
  /// Each oldest first, and no more of them than asked for.
  func openings(before moment: Instant, atMost most: Int) -> [Opening]
  func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest]
  /// The referrals of those who arrived before `moment` and have not completed onboarding.
  func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral]

  // MARK: Writing
  func write(_ change: LinkChange)
  /// Makes the turn durable, or takes it back and throws. What it deleted can then be read in no file.
  func commit() throws(StoreError)
  /// Ends the turn, and begins to make it durable; `ready` is called, on any thread, when `endCommit`
  /// would not wait.
  func beginCommit(_ ready: @escaping @Sendable () -> Void)
  /// Returns when the turn that has ended is durable, or takes back all that was written in it and
  /// since, and throws.
  func endCommit() throws(StoreError)
}

extension LinkStore {
  /// Nothing can go on meanwhile.
  public func beginCommit(_ ready: @escaping @Sendable () -> Void) { ready() }
  public func endCommit() throws(StoreError) { try commit() }
}

/// How a store is to match clicks; it comes from the profile that the desk follows.
public struct MatchingTerms: Hashable, Sendable {
  public var rule: MatchRule
  public var retention: Interval
  /// By how much clicks and launches may come out of the order of their moments.
  public var lateness = Interval.zero

  public init(rule: MatchRule, keptFor retention: Interval) {
    self.rule = rule
    self.retention = retention
  }
}
