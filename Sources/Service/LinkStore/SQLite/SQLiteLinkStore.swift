import Attribution
public import GrowthloopTransport
public import Invites
public import Vocabulary

/// A store with a journal, a SQLite database behind it, and all rows in memory; both files are
/// sealed.
///
/// A commit appends the turn to the journal and syncs it, while the next turn proceeds. A thread
/// copies turns to the database. The next start replays turns that only the journal has. One
/// process owns the folder.
public final class SQLiteLinkStore: RelationStore, LinkStore {
  public enum Access: Sendable {
    case writing
    /// Links resolve, and commits of writes throw.
    case reading
  }

  let files: StoreFiles
  var invites = PackedInvites()
  var ring = KeyRing()
  var hours = ClickHours()
  /// The commits of a writable store; `nil` for reading.
  var pipeline: CommitPipeline?
  var keys: KeyFile?
  let root: RootKeys
  /// The file of events; `nil` where none are exported.
  let events: ExportLog?
  private var reported: [String] = []
  /// The changes of the turn, without its new clicks.
  private var turn: [LinkChange] = []
  private var newClicks: [ClickFootprint] = []
  private var reversals: [Reversal] = []
  /// The reason a person of the turn has no key.
  private var shortage: StoreError?
  /// The turn whose commit is in progress.
  private var underWay: EndedTurn?
  /// Whether the turn of the last commit stays although that threw: its deletions are not complete.
  public private(set) var keepsFailedTurn = false
  /// Whether the last commit failed.
  var hasFailed = false
  /// The full disk that keeps the store from writing, and how it is opened again.
  var full: FullDisk?
  /// The number of rows that the start left out, since their keys are destroyed.
  var droppedRows = 0
  /// Remarks about the files, for the operator.
  public internal(set) var findings: [String] = []

  private struct EndedTurn {
    /// The changes that revert it.
    var reversals: [Reversal]
    /// The keys that no row needs after it.
    var leaving: [KeyRing.Leaving] = []
    /// The places whose keys are destroyed with it.
    var destroyed: [UInt32] = []
    /// The reason it was not begun.
    var refusal: StoreError?
  }

  /// Opens the store in `folder`, and makes it if there is none.
  ///
  /// Rows are sealed under keys, and the keys under `root`, which must be stored elsewhere. A
  /// folder that is not writable is opened for reading, and so is one on a full disk, until there is
  /// room.
  public convenience init(
    in folder: String, _ terms: MatchingTerms, root: Secret, for access: Access = .writing,
    reportingTo events: ExportLog? = nil
  ) throws(StoreError) {
    try self.init(
      in: folder, terms, root: root, for: access, schema: .current, reportingTo: events,
      waitsForRoom: true)
  }

  init(
    in path: String, _ terms: MatchingTerms, root: Secret, for access: Access = .writing,
    schema: Schema = .current, reportingTo events: ExportLog? = nil,
    waitsForRoom: Bool = false, sync: @escaping Journal.Sync = Journal.plainSync
  ) throws(StoreError) {
    files = StoreFiles(path)
    self.root = RootKeys(root)
    self.events = events
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
      do throws(StoreError) {
        try openForWriting(schema, DiskFile(path, .locking), sync)
      } catch .diskFull(let full) where waitsForRoom {
        try waitForRoom(.diskFull(path: full), terms, schema) { () throws(StoreError) in
          try SQLiteLinkStore(
            in: path, terms, root: root, schema: schema, reportingTo: events, sync: sync)
        }
      }
    }
  }

  /// The reason nothing can be written; `nil` without one.
  public var refusal: StoreError? {
    guard pipeline != nil else { return full?.error ?? .readOnly(path: files.path) }
    return pipeline?.refusal
  }

  /// The memory of all codes in bytes, with indexes, and their number.
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
      .person, .personGone, .request, .requestGone, .notice, .noticeGone, .email, .emailGone,
      .announcement, .announcementGone, .clicksSwept, .erased:
      reversal = relations.apply(change)
    }
    if case .change(let before) = reversal {
      for person in change.people { use(person) }
      for person in before.people { ring.release(person) }
    }
    return reversal
  }

  /// Counts a row of a person, and assigns a key if they have none.
  func use(_ person: PrincipalID) {
    if ring.spare == 0, ring.place(of: person) == nil, let keys {
      // Usually keys are made ahead.
      do throws(StoreError) { try keys.make() } catch { shortage = error }
      ring.append(keys.take())
    }
    _ = ring.use(person)
  }
}

extension SQLiteLinkStore {
  public func invite(_ code: InviteCode) -> StoredInvite? { invites[code] }

  public func invites(of sender: PrincipalID, atMost most: Int) -> [StoredInvite] {
    invites.invites(of: sender, atMost: most)
  }

  public func inviteCount(of sender: PrincipalID) -> Int { invites.count(of: sender) }

  public func write(_ change: LinkChange) {
    let reversal = make(change)
    if let reversal { reversals.append(reversal) }
    switch change {
    case .click(let click), .clickErased(let click):
      note(click, change, reversal)
    case .strayClick, .clicksSwept: turn.append(change)
    default:
      // Without a reversal the change has no effect.
      if reversal != nil { turn.append(change) }
    }
  }

  public func report(_ event: String) { reported.append(event) }

  private func note(_ click: ClickFootprint, _ change: LinkChange, _ reversal: Reversal?) {
    switch reversal {
    case .newestClick: newClicks.append(click)
    case .change:
      // A click of this turn is sealed in its present state.
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
    // After a failure even an empty turn is written: it tests whether writes succeed again.
    // A turn of events alone is written for its number.
    guard !turn.isEmpty || !newClicks.isEmpty || !reported.isEmpty || hasFailed else {
      return ready()
    }
    var ended = EndedTurn(reversals: reversals, refusal: refusal ?? shortage)
    if ended.refusal == nil { export(&ended) }
    if ended.refusal == nil, let sealed = seal(&ended) {
      pipeline?.begin(sealed, ready: ready)
    } else {
      ready()
    }
    underWay = ended
    beginTurn()
  }

  /// Writes the reported events under the number that the turn will have.
  private func export(_ ended: inout EndedTurn) {
    guard let number = pipeline?.nextTurn else { return }
    do throws(StoreError) {
      try events?.append(reported, of: number)
    } catch {
      ended.refusal = error
    }
  }

  /// Seals the turn, and adds the keys it releases to `ended`.
  private func seal(_ ended: inout EndedTurn) -> SealedTurn? {
    guard let number = pipeline?.nextTurn, let deletions = pipeline?.deletions, let keys
    else { return nil }
    if ring.spare < KeyFile.low {
      ring.append(keys.take())
      if ring.spare < KeyFile.low { keys.runLow() }
    }
    hours.begin()
    let sealed = TurnSealer.seal(
      number, turn, newClicks, of: relations.clicks, &ring, &hours, after: deletions)
    guard var sealed else {
      hours.takeBack()
      keys.runLow()
      ended.refusal = .diskFull(path: files.keys)
      return nil
    }
    ended.leaving = ring.letGo()
    sealed.release(ended.leaving.map(\.place))
    ended.destroyed = sealed.leaving
    return sealed
  }

  public func endCommit() throws(StoreError) {
    guard let ended = underWay.take() else { return }
    keepsFailedTurn = false
    let problem: StoreError?
    do throws(StoreError) {
      if let refusal = ended.refusal { throw refusal }
      problem = try pipeline?.end()
      events?.commit()
      hasFailed = false
      ring.forget(ended.destroyed)
    } catch {
      hasFailed = true
      events?.takeBack()
      // Later decisions depend on it.
      takeBack(reversals)
      if ended.refusal == nil {
        hours.takeBack()
        ring.takeBack(ended.leaving)
      }
      takeBack(ended.reversals)
      beginTurn()
      openIfThereIsRoom()
      throw error
    }
    guard let problem else { return }
    // The turn is durable, and stays. The next commit completes its deletions, or fails.
    keepsFailedTurn = true
    hasFailed = true
    takeBack(reversals)
    beginTurn()
    throw problem
  }

  public func commit() throws(StoreError) {
    try endCommit()
    beginCommit {}
    try endCommit()
  }

  private func beginTurn() {
    turn.removeAll(keepingCapacity: true)
    newClicks.removeAll(keepingCapacity: true)
    reported.removeAll(keepingCapacity: true)
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

  /// Applies all turns to the database, and closes the files.
  public func close() throws(StoreError) {
    guard pipeline != nil else { return }
    var problem: StoreError?
    do throws(StoreError) { try endCommit() } catch { problem = error }
    try pipeline.take()?.close()
    if let problem { throw problem }
  }
}

/// The paths of a store's files.
struct StoreFiles {
  let path: String

  init(_ path: String) { self.path = path }

  var database: String { "\(path)/store.sqlite" }
  var keys: String { "\(path)/\(KeyFile.name)" }
  var ledger: String { "\(path)/\(DeletionLedger.name)" }
  /// The unsealed database of an earlier release.
  var plain: String { "\(path)/links.sqlite" }

  /// Makes the files of a new store; throws if only some of them exist.
  func begin(_ root: RootKeys) throws(StoreError) {
    guard !DiskFile.exists(plain) else { throw .unsealed(path: plain) }
    guard !DiskFile.exists(database) else { return }
    // If a crash cut off the making of a store, no row is sealed under its keys yet.
    if DiskFile.exists(keys), try KeyFile.read(keys, root: root.wrapping).places.count > 1 {
      throw .corrupt(path: database, finding: "it is missing, and its keys are there")
    }
    for path in [keys, ledger] { try DiskFile.remove(path) }
    try KeyFile.begin(keys, root: root.wrapping)
    try DeletionLedger.begin(ledger, under: root)
    try DiskFile.syncFolder(path)
  }

  /// A remark on a folder that others may change; `nil` for one that only its owner may.
  var openness: String? {
    get throws(StoreError) {
      let mode = try DiskFile.mode(of: path)
      guard mode & 0o022 != 0 else { return nil }
      return "other users may replace the files in '\(path)' (mode \(String(mode, radix: 8))); "
        + "run: chmod 700 '\(path)'"
    }
  }

  /// Removes the folder of unfinished work, if it exists; a link to a folder is not followed.
  func remove() throws(StoreError) {
    guard DiskFile.exists(path) else { return }
    guard DiskFile.isFolder(path) else { throw .exists(path: path) }
    for file in try found() { try DiskFile.remove(file) }
    try DiskFile.removeFolder(path)
  }

  /// The paths of all that is in the folder.
  fileprivate func found() throws(StoreError) -> [String] {
    try DiskFile.names(in: path).filter { $0 != "." && $0 != ".." }.map { "\(path)/\($0)" }
  }

  func readKeys(_ root: RootKeys) throws(StoreError) -> KeyFile.Content {
    guard !DiskFile.exists(plain) else { throw .unsealed(path: plain) }
    for path in [keys, ledger] where !DiskFile.exists(path) {
      throw .corrupt(path: path, finding: "it is missing")
    }
    let content = try KeyFile.read(keys, root: root.wrapping)
    guard content.copiedAt == nil else {
      throw .corrupt(
        path: keys, finding: "it is a copy of keys, which 'growthloop store restore' takes")
    }
    return content
  }
}

/// A folder in which a copy of a store is made, beside its place; it is renamed when it is whole.
///
/// What is left of one that did not finish is removed by the next: it has a mark, which only the
/// process at work holds locked. Any other folder of that name stays as it is.
struct StoreDraft: ~Copyable {
  let files: StoreFiles
  private let mark: DiskFile

  /// Makes the folder beside `target`, or empties the one that is left of an earlier attempt.
  init(of target: String) throws(StoreError) {
    guard !DiskFile.exists(target) else { throw .exists(path: target) }
    let files = StoreFiles("\(target).unfinished")
    let path = "\(files.path)/growthloop-unfinished"
    var left: [String] = []
    if try !DiskFile.makeNewFolder(files.path) {
      guard DiskFile.isFolder(files.path) else { throw .exists(path: files.path) }
      left = try files.found()
      guard left.isEmpty || left.contains(path) else { throw .exists(path: files.path) }
    }
    let mark = try DiskFile(path, .marking)
    for other in left where other != path { try DiskFile.remove(other) }
    self.files = files
    self.mark = mark
  }

  /// Gives the folder its name.
  borrowing func finish(as target: String) throws(StoreError) {
    try DiskFile.remove(mark.path)
    try DiskFile.syncFolder(files.path)
    try DiskFile.rename(files.path, to: target)
    try DiskFile.syncParent(of: target)
  }
}

extension JournalReader.Content {
  /// The deletions in the journal, and after each the seal of all until then.
  func deletions() throws(StoreError) -> [(
    entry: DeletionLedger.Entry, seal: DeletionLedger.Seal?
  )] {
    var deletions: [(entry: DeletionLedger.Entry, seal: DeletionLedger.Seal?)] = []
    try forEachChange {
      if case .deleted(let entry, let seal) = $0 { deletions.append((entry, seal)) }
    }
    return deletions
  }

  /// The places of keys that the journal's turns destroy.
  func released() throws(StoreError) -> Set<UInt32> {
    var released: Set<UInt32> = []
    try forEachChange { if case .released(let places) = $0 { released.formUnion(places) } }
    return released
  }

  private func forEachChange(_ body: (SealedChange) -> Void) throws(StoreError) {
    for turn in applied + turns {
      do {
        try turn.forEachChange(body)
      } catch {
        throw .corrupt(path: path, finding: "turn \(turn.number) of the journal is garbled")
      }
    }
  }
}
