public import Attribution
public import Invites
public import Vocabulary

/// The storage of a `LinkEngine`.
///
/// A *turn* is all reads and writes between two commits. Writes are readable at once, and durable
/// when `commit()` returns: acknowledge nothing before that. A commit that throws reverts the whole
/// turn.
///
/// A commit in two parts overlaps the next turn with the sync. If the first commit fails, both
/// turns are reverted; so answers of the next turn wait for its own commit.
///
/// The stores of this module belong to one process and one thread, so that a turn needs no locks. A
/// store over PostgreSQL, shared by many processes, fits behind the same protocol: a turn becomes a
/// transaction (`SERIALIZABLE`, or rows read `FOR UPDATE`), each read an index query, each change
/// an upsert or a delete, `contenders` a query by the digest of the required signals,
/// `nextSequence` a sequence. A turn that the database rejects because of a conflict runs again:
/// the engine reads everything it decides by, and holds no state between turns. Unique
/// indexes, on codes and on keyed hashes of email addresses, resolve two equal new ones.
public protocol LinkStore: AnyObject {
  // MARK: Reading
  func invite(_ code: InviteCode) -> StoredInvite?
  /// Newest first.
  func invites(of sender: PrincipalID, atMost most: Int) -> [StoredInvite]
  func inviteCount(of sender: PrincipalID) -> Int
  func person(_ id: PrincipalID) -> Person?
  /// The user whose row has the keyed hash of that number; at most one has it.
  func user(of number: NumberHash) -> PrincipalID?
  func referral(_ pair: Referral.Pair) -> Referral?
  /// In the order of the inviters' ids.
  func referrals(of invitee: PrincipalID) -> [Referral]
  /// In the order of the invitees' ids.
  func referrals(by inviter: PrincipalID) -> [Referral]
  /// In the order of their sequence.
  func openings(by principal: PrincipalID) -> [Opening]
  func request(_ name: AnsweredRequest.Name) -> AnsweredRequest?
  /// Oldest first.
  func requests(of sender: PrincipalID) -> [AnsweredRequest]
  func requestCount(of sender: PrincipalID) -> Int
  /// Whether a user of that id was deleted.
  func isErased(_ person: PrincipalID) -> Bool
  func click(_ sequence: UInt64) -> ClickFootprint?
  /// The clicks on some links, in order. Complexity: O(n) in these clicks, if each has its link as token.
  func clicks(on codes: Set<InviteCode>) -> [ClickFootprint]
  /// The clicks after a moment, in order. Complexity: O(n) in the stored clicks.
  func clicks(after moment: Instant) -> [ClickFootprint]
  /// The moment of the last click until `moment`; `nil` if there is none.
  func latestClick(until moment: Instant) -> Instant?
  /// The clicks that compete for a first launch, and the matching decision.
  ///
  /// A click that is due at `now` does not compete: `launch` is a client's claim.
  func contenders(
    for device: DeviceSignals, launchedAt launch: Instant, at now: Instant
  ) -> (decision: MatchDecision, clicks: [ClickFootprint])
  /// The undelivered notices, oldest first.
  func notices(atMost most: Int) -> [Notice]
  func notice(_ pair: Referral.Pair) -> Notice?
  /// The notice that waits for an address, in the spelling of the rules.
  func emailNotice(to address: String) -> EmailNotice?
  func emailNotice(_ id: PrincipalID) -> EmailNotice?
  /// The number of notices that wait, due ones included.
  var emailNoticeCount: Int { get }
  /// `nil` before the launch is announced.
  var announcement: LaunchAnnouncement? { get }
  /// The number of the next click; each number is used once.
  var nextSequence: UInt64 { get }
  /// The moment of the newest click. Clicks are in order of time, up to the lateness of the terms.
  var newestClick: Instant? { get }
  /// The most by which calls may be out of order.
  var lateness: Interval { get }

  // MARK: What is due
  /// Each oldest first, at most `most`.
  func openings(before moment: Instant, atMost most: Int) -> [Opening]
  func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest]
  /// The referrals of those who arrived before `moment` and have not completed onboarding.
  func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral]
  func emailNotices(before moment: Instant, atMost most: Int) -> [EmailNotice]

  // MARK: Writing
  func write(_ change: LinkChange)
  /// Adds an event, an object of JSON, to the turn; the store's file of events receives it.
  func report(_ event: String)
  /// Makes the turn durable, or reverts it and throws. Afterwards no file reveals what it deleted.
  func commit() throws(StoreError)
  /// Ends the turn and begins its commit; any thread calls `ready` when `endCommit` would not
  /// block.
  func beginCommit(_ ready: @escaping @Sendable () -> Void)
  /// Returns when the ended turn is durable, or reverts it and every later write, and throws.
  ///
  /// It throws as well if the turn is durable and its deletions are not complete: then the turn
  /// stays, later writes are reverted, and the next commit completes the deletions before its own.
  func endCommit() throws(StoreError)
}

extension LinkStore {
  /// All invites of a sender, newest first.
  public func invites(of sender: PrincipalID) -> [StoredInvite] {
    invites(of: sender, atMost: .max)
  }

  /// Ignores the event, as a store without a file of events does.
  public func report(_ event: String) {}

  /// Leaves the whole commit to `endCommit`.
  public func beginCommit(_ ready: @escaping @Sendable () -> Void) { ready() }
  public func endCommit() throws(StoreError) { try commit() }
}

/// The matching settings of a store, from the engine's profile.
public struct MatchingTerms: Hashable, Sendable {
  public var rule: MatchRule
  public var retention: Interval
  /// The most by which clicks and launches may be out of order.
  public var lateness = Interval.zero

  public init(rule: MatchRule, keptFor retention: Interval) {
    self.rule = rule
    self.retention = retention
  }
}
