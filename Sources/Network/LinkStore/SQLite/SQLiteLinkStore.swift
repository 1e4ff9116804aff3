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

  private let files: StoreFiles
  private var invites = PackedInvites()
  private var ring = KeyRing()
  private var hours = ClickHours()
  /// What only a store has that may write.
  private var keeper: TurnKeeper?
  private var keys: KeyFile?
  private let root: RootKeys
  /// The turn, but for the clicks that are new in it.
  private var turn: [LinkChange] = []
  private var newClicks: [ClickFootprint] = []
  private var reversals: [Reversal] = []
  /// Why somebody of the turn has no key.
  private var shortage: StoreError?
  /// The turn that is on its way to the disk.
  private var underWay: EndedTurn?
  /// Whether the last turn was taken back.
  private var hasFailed = false
  /// What whoever runs the store should know of its files.
  public private(set) var findings: [String] = []

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
  private func openForReading(_ schema: Schema) throws(StoreError) {
    let database = try Database(files.database, for: .reading)
    try schema.check(database)
    let content = try files.readKeys(root)
    let progress = try Progress(of: database)
    let journal = try JournalReader(in: files.path).read(
      after: progress.turn, needing: progress.segment)
    relations.erased = Set(try DeletionLedger.read(files.ledger).map(\.number))
    relations.erased.formUnion(try journal.deletions().map(\.number))
    guard !journal.turns.isEmpty else {
      _ = try load(database, content.places)
      return
    }
    let copy = try database.copy()
    try ChangeWriter(copy).apply(journal.turns)
    _ = try load(copy, content.places)
  }

  private func openForWriting(
    _ schema: Schema, _ lock: consuming DiskFile, _ sync: @escaping Journal.Sync
  ) throws(StoreError) {
    try files.begin(root)
    let content = try files.readKeys(root)
    let database = try Database(files.database, for: .writing)
    try schema.check(database)
    // A transaction is on the disk before its journal goes.
    for setting in [
      "journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = \(Applier.logPages)",
    ] {
      try database.run("PRAGMA \(setting)")
    }
    try schema.migrate(database)
    try check(database)
    let writer = try ChangeWriter(database)
    let reader = try JournalReader(in: files.path)
    let journal = try reader.read(
      after: writer.progress.turn, needing: writer.progress.segment)
    if let torn = journal.tornAt {
      findings.append(
        "the last turn in \(torn.path) is torn at byte \(torn.place): it is left out, as it was "
          + "not acknowledged, if the machine stopped while it was written")
    }
    var known = try DeletionLedger.read(files.ledger) { place in
      findings.append(
        "the last entry of \(files.ledger) is torn at byte \(place): unless the machine stopped while "
          + "it was written, the tokens of a deleted user are believed again")
    }
    var ledger = try DeletionLedger(files.ledger, after: known.count)
    let missing = try journal.deletions().filter { !known.contains($0) }
    try ledger.makeRoom()
    try ledger.append(missing)
    known += missing
    relations.erased = Set(known.map(\.number))
    try writer.apply(journal.turns)

    let dropped = try load(database, content.places)
    try writer.remove(dropped.rows, dropped.blocks)
    ring.goOn(from: writer.progress.nextPlace)
    let keys = try KeyFile(files.keys, root: root.wrapping, end: UInt32(content.places.count))
    let sealing = Set(hours.hours.map(\.place))
    let unused = ring.unused.filter { place in
      guard !sealing.contains(place), Int(place) < content.places.count else { return false }
      if case .gone = content.places[Int(place)] { return false }
      return true
    }
    try keys.destroy(unused)
    ring.forget(unused)
    if ring.spare < KeyFile.low { try keys.make() }
    ring.append(keys.take())
    self.keys = keys
    keeper = try TurnKeeper(
      database, writer, journalIn: files.path,
      at: max(reader.segments.last?.number ?? 0, writer.progress.segment) + 1, keys, ledger,
      holding: lock, sync: sync)
  }

  /// How large a database may be whose structure is checked at each start: that takes half a minute.
  private static let checkedSize = 4 << 30

  private func check(_ database: Database) throws(StoreError) {
    let size = try database.number(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    guard size <= Self.checkedSize else {
      findings.append(
        "\(database.path) has \(size >> 30) GB: its structure is not checked at the start; "
          + "'growthloop store check' does")
      return
    }
    var damage: String?
    try database.eachDamage(atMost: 1) { damage = $0 }
    if let damage { throw .corrupt(path: database.path, finding: damage) }
  }

  /// Reads everything into memory, and returns what cannot be read any more.
  private func load(
    _ database: Database, _ places: [KeyPlace]
  ) throws(StoreError) -> (rows: [RowName], blocks: [UInt64]) {
    let relations = relations
    var loader = try Loader(
      database, keys: places, at: files.keys, lateness: lateness,
      isDeleted: { relations.isErased($0) })
    ring.append(places.dropFirst().map { if case .live(let key) = $0 { key } else { .none } })
    // Behind the last that is not whole all wait to be used.
    let broken = places.lastIndex { if case .live = $0 { false } else { true } } ?? 0
    ring.goOn(from: UInt32(broken + 1))
    let seat: Loader.Seat = { person, place in self.ring.seat(person, at: place) }
    try loader.loadInvites(seat) { invite in
      invites.append(invite)
      for person in LinkChange.invite(invite).people { use(person) }
    }
    invites.index()
    try loader.load(seat) { make($0) }
    self.relations.number(from: try Progress(of: database).nextSequence)
    hours = loader.hours
    return loader.dropped
  }

  @discardableResult
  private func make(_ change: LinkChange) -> Reversal? {
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

  /// Counts a row of somebody, who gets a key if they have none.
  private func use(_ person: PrincipalID) {
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
    switch (change, reversal) {
    case (.click(let click), .newestClick): newClicks.append(click)
    case (.click(let click), .change), (.clickErased(let click), .change):
      // One that is not sealed yet is sealed as it is now.
      if let place = newClicks.lastIndex(where: { $0.sequence <= click.sequence }) {
        newClicks[place] = click
      } else {
        turn.append(change)
      }
    case (.strayClick, _), (.clicksSwept, _): turn.append(change)
    // Nothing is changed by it.
    case (_, nil): break
    default: turn.append(change)
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
