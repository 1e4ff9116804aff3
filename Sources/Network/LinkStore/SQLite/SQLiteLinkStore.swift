public import Invites
public import Vocabulary

/// A store whose turns are durable in a journal at once, and in SQLite soon after.
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

  /// The name of the database in the folder.
  static let databaseName = "links.sqlite"

  private let folder: String
  private var invites = PackedInvites()
  /// What only a store has that may write.
  private var keeper: TurnKeeper?
  private var turn = ByteWriter()
  private var reversals: [Reversal] = []
  private var sweeps = false
  /// The turn that is on its way to the disk.
  private var underWay: EndedTurn?
  /// Whether the last turn was taken back.
  private var hasFailed = false

  private struct EndedTurn {
    /// What takes it back.
    var reversals: [Reversal]
    /// Why it was not begun.
    var refusal: StoreError?
  }

  /// Opens the store in `folder`, and makes it if there is none.
  ///
  /// A folder that cannot be written to is opened for reading alone.
  public convenience init(
    in folder: String, _ terms: MatchingTerms, for access: Access = .writing
  ) throws(StoreError) {
    try self.init(in: folder, terms, for: access, schema: .current)
  }

  init(
    in folder: String, _ terms: MatchingTerms, for access: Access = .writing,
    schema: Schema = .current,
    sync: @escaping Journal.Sync = { (file) throws(StoreError) in try file.sync() }
  ) throws(StoreError) {
    self.folder = folder
    super.init(terms)
    switch access {
    case .reading: try openForReading(schema)
    case .writing:
      try DiskFile.makeFolder(folder)
      do throws(StoreError) {
        try DiskFile.checkWritable(folder)
      } catch .readOnly {
        try openForReading(schema)
        return
      }
      try openForWriting(schema, DiskFile(folder, .locking), sync)
    }
  }

  /// Why nothing can be written; `nil` while it can.
  public var refusal: StoreError? {
    guard keeper != nil else { return .readOnly(path: folder) }
    return keeper?.refusal
  }

  /// The bytes that codes take in memory, indexes included, and how many codes there are.
  public var footprint: (bytes: Int, codes: Int) { (invites.bytes, invites.count) }
}

extension SQLiteLinkStore {
  private var databasePath: String { "\(folder)/\(Self.databaseName)" }

  private func openForReading(_ schema: Schema) throws(StoreError) {
    let database = try Database(databasePath, for: .reading)
    try schema.check(database)
    let loader = Loader(database: database, lateness: lateness)
    invites = try loader.invites()
    try loader.load { make($0) }
    relations.number(from: try loader.nextSequence())
    try replay(after: try loader.lastTurn()) { _ in }
  }

  private func openForWriting(
    _ schema: Schema, _ lock: consuming DiskFile, _ sync: @escaping Journal.Sync
  ) throws(StoreError) {
    let database = try Database(databasePath, for: .writing)
    try schema.check(database)
    // What is deleted is overwritten; a transaction is on the disk before its journal goes.
    for setting in [
      "journal_mode = WAL", "secure_delete = ON", "synchronous = FULL",
      "wal_autocheckpoint = \(Applier.logPages)",
    ] {
      try database.run("PRAGMA \(setting)")
    }
    try schema.migrate(database)
    let loader = Loader(database: database, lateness: lateness)
    invites = try loader.invites()
    try loader.load { make($0) }
    relations.number(from: try loader.nextSequence())

    var left: [Turn] = []
    var last = try loader.lastTurn()
    try replay(after: last) { left.append($0) }
    last = left.last?.number ?? last
    try ChangeWriter(database).apply(left)
    // Oldest first, before another begins: the one that may be torn is the last one at any moment.
    for segment in try JournalReader(in: folder).segments { try DiskFile.remove(segment.path) }
    keeper = try TurnKeeper(database, journalIn: folder, after: last, holding: lock, sync: sync)
  }

  /// Makes the turns of the journal that the database has not, and hands them to `body`.
  private func replay(
    after last: UInt64, _ body: (Turn) -> Void
  ) throws(StoreError) {
    var expected = last + 1
    try JournalReader(in: folder).forEachTurn { turn throws(StoreError) in
      guard turn.number > last else { return }
      guard turn.number == expected else {
        throw .corrupt(
          path: folder, finding: "turn \(expected) is missing from the journal")
      }
      expected += 1
      do {
        try turn.forEachChange { make($0) }
      } catch {
        throw .corrupt(path: folder, finding: "turn \(turn.number) of the journal is garbled")
      }
      body(turn)
    }
  }

  @discardableResult
  private func make(_ change: LinkChange) -> Reversal? {
    switch change {
    case .invite(let invite):
      let before = invites.put(invite)
      return .change(before.map { .invite($0) } ?? .inviteGone(invite.record.code))
    case .inviteGone(let code):
      return invites.remove(code).map { .change(.invite($0)) }
    case .click, .strayClick, .opening, .openingGone, .referral, .referralGone, .person,
      .personGone, .request, .requestGone, .notice, .noticeGone, .clicksSwept:
      return relations.apply(change)
    }
  }
}

extension SQLiteLinkStore {
  public func invite(_ code: InviteCode) -> StoredInvite? { invites[code] }

  public func invites(of sender: PrincipalID) -> [StoredInvite] {
    invites.invites(of: sender).sorted { $0.isListed(before: $1) }
  }

  public func write(_ change: LinkChange) {
    if let reversal = make(change) { reversals.append(reversal) }
    if case .clicksSwept = change { sweeps = true }
    change.write(to: &turn)
  }

  public func beginCommit(_ ready: @escaping @Sendable () -> Void) {
    precondition(underWay == nil, "one turn is on its way at a time")
    // After a failure even a turn that changes nothing is written: it finds out whether that can be.
    guard !turn.isEmpty || hasFailed else { return ready() }
    underWay = EndedTurn(reversals: reversals, refusal: refusal)
    if underWay?.refusal == nil {
      keeper?.begin(turn.bytes, sweeps: sweeps, ready: ready)
    } else {
      ready()
    }
    beginTurn()
  }

  public func endCommit() throws(StoreError) {
    guard let ended = underWay.take() else { return }
    do throws(StoreError) {
      if let refusal = ended.refusal { throw refusal }
      try keeper?.end()
      hasFailed = false
    } catch {
      hasFailed = true
      // What was decided since rests on it.
      takeBack(reversals)
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
    turn.removeAll()
    reversals.removeAll(keepingCapacity: true)
    sweeps = false
  }

  private func takeBack(_ reversals: [Reversal]) {
    for reversal in reversals.reversed() {
      switch reversal {
      case .change(let change): make(change)
      case .newestClick: relations.takeBackNewestClick()
      }
    }
  }

  public func beginScrub(_ news: @escaping @Sendable () -> Void) {
    guard keeper != nil else { return news() }
    keeper?.beginScrub(news)
  }

  public func endScrub() throws(StoreError) -> Bool {
    guard let isDone = try keeper?.endScrub() else { throw .readOnly(path: folder) }
    return isDone
  }

  /// Brings everything into the database, and lets go of the files.
  public func close() throws(StoreError) {
    guard keeper != nil else { return }
    defer { keeper = nil }
    try endCommit()
    try scrub()
  }
}
