import Attribution
public import Invites
import Sealing
public import Secrets
public import Vocabulary

/// A store whose turns are durable in a journal at once, and in SQLite soon after, sealed in both.
///
/// Reads come from memory. A commit has the turn appended to the journal and synced, while the next
/// goes on; a thread moves turns on to the database. What only the journal has is replayed at the
/// next start. One process owns the folder.
public final class SQLiteLinkStore: RelationStore, LinkStore {
  public enum Access: Sendable {
    case writing
    /// Links resolve, and no turn that writes is committed.
    case reading
  }

  let files: StoreFiles
  var invites = PackedInvites()
  var ring = KeyRing()
  var hours = ClickHours()
  /// What only a store has that may write.
  var keeper: TurnKeeper?
  var keys: KeyFile?
  let root: RootKeys
  /// The turn, but for the clicks that are new in it.
  private var turn: [LinkChange] = []
  private var newClicks: [ClickFootprint] = []
  private var reversals: [Reversal] = []
  /// Why a person of the turn has no key.
  private var shortage: StoreError?
  /// The turn that is on its way to the disk.
  private var underWay: EndedTurn?
  /// Whether the last turn was taken back.
  private var hasFailed = false
  /// What whoever runs the store should know of its files.
  public internal(set) var findings: [String] = []

  private struct EndedTurn {
    /// What takes it back.
    var reversals: [Reversal]
    /// The keys that nothing needs after it.
    var leaving: [KeyRing.Leaving] = []
    /// The places that are destroyed with it.
    var destroyed: [UInt32] = []
    /// Why it was not begun.
    var refusal: StoreError?
  }

  /// Opens the store in `folder`, and makes it if there is none.
  ///
  /// All that it keeps of people is sealed under keys, and those under `root`, which must be kept
  /// elsewhere. A folder that cannot be written to is opened for reading alone.
  public convenience init(
    in folder: String, _ terms: MatchingTerms, root: Secret, for access: Access = .writing
  ) throws(StoreError) {
    try self.init(in: folder, terms, root: root, for: access, schema: .current)
  }

  init(
    in path: String, _ terms: MatchingTerms, root: Secret, for access: Access = .writing,
    schema: Schema = .current,
    sync: @escaping Journal.Sync = { (file) throws(StoreError) in try file.sync() }
  ) throws(StoreError) {
    files = StoreFiles(path)
    self.root = RootKeys(root)
    super.init(terms, deletions: self.root.deletions)
    switch access {
    case .reading: try openForReading(schema)
    case .writing:
      try DiskFile.makeFolder(path)
      do throws(StoreError) {
        try DiskFile.checkWritable(path)
      } catch .readOnly {
        try openForReading(schema)
        return
      }
      try openForWriting(schema, DiskFile(path, .locking), sync)
    }
  }

  /// Why nothing can be written; `nil` while it can.
  public var refusal: StoreError? {
    guard keeper != nil else { return .readOnly(path: files.path) }
    return keeper?.refusal
  }

  /// The bytes that codes take in memory, indexes included, and how many codes there are.
  public var footprint: (bytes: Int, codes: Int) { (invites.bytes, invites.count) }
}

extension SQLiteLinkStore {
  @discardableResult
  func make(_ change: LinkChange) -> Reversal? {
    let reversal: Reversal?
    switch change {
    case .invite(let invite):
      let before = invites.put(invite)
      reversal = .change(before.map { .invite($0) } ?? .inviteGone(invite.record.code))
    case .inviteGone(let code):
      reversal = invites.remove(code).map { .change(.invite($0)) }
    case .click, .clickErased, .strayClick, .opening, .openingGone, .referral, .referralGone,
      .person, .personGone, .request, .requestGone, .notice, .noticeGone, .clicksSwept, .erased:
      reversal = relations.apply(change)
    }
    if case .change(let before) = reversal {
      for person in change.people { use(person) }
      for person in before.people { ring.release(person) }
    }
    return reversal
  }

  /// Counts a row of a person, who gets a key if they have none.
  func use(_ person: PrincipalID) {
    if ring.spare == 0, ring.place(of: person) == nil, let keys {
      // Mostly they are made ahead.
      do throws(StoreError) { try keys.make() } catch { shortage = error }
      ring.append(keys.take())
    }
    _ = ring.use(person)
  }
}

extension SQLiteLinkStore {
  public func invite(_ code: InviteCode) -> StoredInvite? { invites[code] }

  public func invites(of sender: PrincipalID) -> [StoredInvite] {
    invites.invites(of: sender).sorted { $0.isListed(before: $1) }
  }

  public func write(_ change: LinkChange) {
    let reversal = make(change)
    if let reversal { reversals.append(reversal) }
    switch change {
    case .click(let click), .clickErased(let click):
      note(click, change, reversal)
    case .strayClick, .clicksSwept: turn.append(change)
    default:
      // Else nothing is changed by it.
      if reversal != nil { turn.append(change) }
    }
  }

  private func note(_ click: ClickFootprint, _ change: LinkChange, _ reversal: Reversal?) {
    switch reversal {
    case .newestClick: newClicks.append(click)
    case .change:
      // One that is not sealed yet is sealed as it is now.
      if let place = newClicks.lastIndex(where: { $0.sequence == click.sequence }) {
        newClicks[place] = click
      } else {
        turn.append(change)
      }
    case .deletion, nil: break
    }
  }

  public func beginCommit(_ ready: @escaping @Sendable () -> Void) {
    precondition(underWay == nil, "one turn is on its way at a time")
    // After a failure even a turn that changes nothing is written: it finds out whether that can be.
    guard !turn.isEmpty || !newClicks.isEmpty || hasFailed else { return ready() }
    var ended = EndedTurn(reversals: reversals, refusal: refusal ?? shortage)
    if ended.refusal == nil, let sealed = seal(&ended) {
      keeper?.begin(sealed, ready: ready)
    } else {
      ready()
    }
    underWay = ended
    beginTurn()
  }

  /// Seals the turn; what it needs no more is noted in `ended`.
  private func seal(_ ended: inout EndedTurn) -> SealedTurn? {
    guard let number = keeper?.nextTurn, let keys else { return nil }
    if ring.spare < KeyFile.low {
      ring.append(keys.take())
      if ring.spare < KeyFile.low { keys.runLow() }
    }
    hours.begin()
    let sealed = TurnSealer.seal(
      number, turn, newClicks, of: relations.clicks, &ring, &hours, deletions: root.deletions)
    guard var sealed else {
      hours.takeBack()
      keys.runLow()
      ended.refusal = .diskFull(path: files.keys)
      return nil
    }
    ended.leaving = ring.letGo()
    sealed.leaving += ended.leaving.map(\.place)
    ended.destroyed = sealed.leaving
    return sealed
  }

  public func endCommit() throws(StoreError) {
    guard let ended = underWay.take() else { return }
    do throws(StoreError) {
      if let refusal = ended.refusal { throw refusal }
      try keeper?.end()
      hasFailed = false
      ring.forget(ended.destroyed)
    } catch {
      hasFailed = true
      // What was decided since rests on it.
      takeBack(reversals)
      if ended.refusal == nil {
        hours.takeBack()
        ring.takeBack(ended.leaving)
      }
      takeBack(ended.reversals)
      beginTurn()
      throw error
    }
  }

  public func commit() throws(StoreError) {
    try endCommit()
    beginCommit {}
    try endCommit()
  }

  private func beginTurn() {
    turn.removeAll(keepingCapacity: true)
    newClicks.removeAll(keepingCapacity: true)
    reversals.removeAll(keepingCapacity: true)
    shortage = nil
  }

  private func takeBack(_ reversals: [Reversal]) {
    for reversal in reversals.reversed() {
      switch reversal {
      case .change(let change): make(change)
      case .newestClick: relations.takeBackNewestClick()
      case .deletion(let number): relations.takeBackDeletion(number)
      }
    }
  }

  /// Brings everything into the database, and lets go of the files.
  public func close() throws(StoreError) {
    guard keeper != nil else { return }
    var problem: StoreError?
    do throws(StoreError) { try endCommit() } catch { problem = error }
    try keeper.take()?.close()
    if let problem { throw problem }
  }
}
