public import Attribution
import GrowthloopTransport
public import Invites
public import Vocabulary

/// The reason a store cannot be opened or written.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process has these files open.
  case locked(path: String)
  /// The files are readable and not writable.
  case readOnly(path: String)
  case diskFull(path: String)
  /// The file has content that this service never writes.
  case corrupt(path: String, finding: String)
  /// The folder is of an earlier release, whose files are not sealed.
  case unsealed(path: String)
  /// The keys are wrapped under another root secret.
  case wrongSecret(path: String)
  /// The target of a new file or folder exists already.
  case exists(path: String)
  /// A copy of keys is older than allowed.
  case expired(path: String, days: Int, most: Int)
  /// The file is of a later release.
  case newerSchema(path: String, found: Int, known: Int)
  /// The file is whole, and does not belong to the others.
  case unfit(path: String, finding: String)
  /// A system call failed.
  case inputOutput(path: String, call: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// The finding, its place, and a remedy.
  public var description: String {
    switch self {
    case .locked(let path):
      "\(path) is in use by another process; stop that one, or choose another folder"
    case .readOnly(let path):
      "\(path) can be read but not written; let the user who runs this write it"
    case .diskFull(let path):
      "no room is left for \(path); free some"
    case .corrupt(let path, let finding):
      "\(path) is damaged: \(finding); restore it from a copy, for nothing was changed"
    case .unsealed(let path):
      "\(path) is of an earlier release, which does not seal its files; seal it with "
        + "'growthloop store migrate'"
    case .wrongSecret(let path):
      "\(path) cannot be opened with this root secret; name the file that has the right one"
    case .exists(let path):
      "\(path) is there already; name another place, or move it away"
    case .expired(let path, let days, let most):
      "\(path) was copied \(days) days ago, and copies of keys are good for \(most): a user who was "
        + "deleted since must stay deleted; take a newer copy"
    case .newerSchema(let path, let found, let known):
      "\(path) has schema \(found), and this release supports \(known) at most; use the newer one"
    case .unfit(let path, let finding):
      "\(path) does not fit: \(finding)"
    case .inputOutput(let path, let call, let reason):
      "\(path): \(call) failed: \(reason)"
    }
  }
}

extension StoreError {
  /// Whether writing is tried again by itself, and may succeed.
  public var mayPass: Bool {
    switch self {
    case .diskFull: true
    case .locked, .readOnly, .corrupt, .unsealed, .wrongSecret, .exists, .expired, .newerSchema,
      .unfit, .inputOutput:
      false
    }
  }
}

/// One change of a turn: a row that is written, or one that is removed.
///
/// Changes are idempotent: a journal of them may be replayed over a database that has some of them.
public enum LinkChange: Hashable, Sendable {
  case invite(StoredInvite)
  case inviteGone(InviteCode)
  /// A new click, with the next number; or a known one that is spent or erased.
  case click(ClickFootprint)
  /// A known click that is erased; its neighbours are sealed again, so that no file holds its
  /// content.
  case clickErased(ClickFootprint)
  /// A new click on an unknown code, or of a flood. It is written like any other, so that the answer
  /// takes as long, and stored nowhere.
  case strayClick(ClickFootprint)
  case opening(Opening)
  case openingGone(Opening)
  case referral(Referral)
  case referralGone(Referral.Pair)
  case person(Person)
  case personGone(PrincipalID)
  case request(AnsweredRequest)
  case requestGone(AnsweredRequest.Name)
  case notice(Notice)
  case noticeGone(Referral.Pair)
  case email(EmailNotice)
  case emailGone(PrincipalID)
  case announcement(LaunchAnnouncement)
  case announcementGone(PrincipalID)
  /// Removes the clicks before that moment.
  case clicksSwept(before: Instant)
  /// Deletes a user; the store refuses the id from now on. The fate is that of the user's invites,
  /// by which a restore of an earlier copy repeats the deletion.
  case erased(PrincipalID, at: Instant, RecordFate)
}

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

/// A store in memory alone, for tests and rehearsals.
public final class MemoryLinkStore: RelationStore, LinkStore {
  private var invites: [InviteCode: StoredInvite] = [:]
  private var codes: [PrincipalID: Set<InviteCode>] = [:]

  public init(_ terms: MatchingTerms) {
    super.init(terms, deletions: RootKeys(.random()).deletions)
  }

  public func write(_ change: LinkChange) {
    switch change {
    case .invite(let invite):
      forget(invite.record.code)
      invites[invite.record.code] = invite
      codes[invite.record.sender, default: []].insert(invite.record.code)
    case .inviteGone(let code):
      forget(code)
    case .click, .clickErased, .strayClick, .opening, .openingGone, .referral, .referralGone,
      .person, .personGone, .request, .requestGone, .notice, .noticeGone, .email, .emailGone,
      .announcement, .announcementGone, .clicksSwept, .erased:
      _ = relations.apply(change)
    }
  }

  private func forget(_ code: InviteCode) {
    guard let invite = invites.removeValue(forKey: code) else { return }
    codes[invite.record.sender]?.remove(code)
  }

  public func commit() {}
}

extension MemoryLinkStore {
  public func invite(_ code: InviteCode) -> StoredInvite? { invites[code] }

  public func invites(of sender: PrincipalID, atMost most: Int) -> [StoredInvite] {
    let all = (codes[sender] ?? []).compactMap { invites[$0] }
    return Array(all.sorted { $0.isListed(before: $1) }.prefix(most))
  }

  public func inviteCount(of sender: PrincipalID) -> Int { codes[sender]?.count ?? 0 }
}

/// The common part of this module's stores: reads everything but invites from memory.
public class RelationStore {
  var relations: Relations

  init(_ terms: MatchingTerms, deletions: KeyedHash) {
    relations = Relations(terms, deletions: deletions)
  }

  public final func person(_ id: PrincipalID) -> Person? { relations.people[id] }
  public final func user(of number: NumberHash) -> PrincipalID? { relations.numbers[number] }
  public final func referrals(of invitee: PrincipalID) -> [Referral] {
    relations.referrals(of: invitee)
  }
  public final func referrals(by inviter: PrincipalID) -> [Referral] {
    relations.referrals(by: inviter)
  }
  public final func openings(by principal: PrincipalID) -> [Opening] {
    relations.openings(by: principal)
  }
  public final func referral(_ pair: Referral.Pair) -> Referral? { relations.referrals[pair] }
  public final func request(_ name: AnsweredRequest.Name) -> AnsweredRequest? {
    relations.requests[name]
  }
  public final func requests(of sender: PrincipalID) -> [AnsweredRequest] {
    relations.requests(of: sender)
  }
  public final func requestCount(of sender: PrincipalID) -> Int {
    relations.requestKeys[sender]?.count ?? 0
  }
  public final func clicks(on codes: Set<InviteCode>) -> [ClickFootprint] {
    relations.clicks(on: codes)
  }
  public final func isErased(_ person: PrincipalID) -> Bool { relations.isErased(person) }
  public final func clicks(after moment: Instant) -> [ClickFootprint] {
    relations.clicks.clicks(after: moment)
  }
  public final func latestClick(until moment: Instant) -> Instant? {
    relations.clicks.latest(until: moment)
  }
  public final func click(_ sequence: UInt64) -> ClickFootprint? {
    relations.clicks.click(sequence)
  }
  public final func contenders(
    for device: DeviceSignals, launchedAt launch: Instant, at now: Instant
  ) -> (decision: MatchDecision, clicks: [ClickFootprint]) {
    relations.clicks.contenders(for: device, launchedAt: launch, at: now)
  }
  public final func notices(atMost most: Int) -> [Notice] { relations.notices(atMost: most) }
  public final func notice(_ pair: Referral.Pair) -> Notice? { relations.notices[pair] }
  public final func emailNotice(to address: String) -> EmailNotice? { relations.emails[address] }
  public final func emailNotice(_ id: PrincipalID) -> EmailNotice? { relations.emails[id] }
  public final var emailNoticeCount: Int { relations.emails.count }
  public final var announcement: LaunchAnnouncement? { relations.announcement }
  public final func emailNotices(before moment: Instant, atMost most: Int) -> [EmailNotice] {
    relations.emails.notices(before: moment, atMost: most)
  }
  public final var nextSequence: UInt64 { relations.nextSequence }
  public final var newestClick: Instant? { relations.clicks.newest }
  public final var lateness: Interval { relations.clicks.lateness }
  public final func openings(before moment: Instant, atMost most: Int) -> [Opening] {
    relations.openings(before: moment, atMost: most)
  }
  public final func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest] {
    relations.requests(before: moment, atMost: most)
  }
  public final func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral] {
    relations.incompleteReferrals(before: moment, atMost: most)
  }
}
