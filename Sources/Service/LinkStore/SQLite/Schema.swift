import Invites
import Vocabulary

/// The versions of the database's schema.
struct Schema {
  /// Identifies the file as a store of this service.
  static let application: Int64 = 0x676C_7365

  /// The statements of each version, from 1.
  ///
  /// Released ones never change.
  let versions: [String]

  static let current = Schema(versions: [
    """
    CREATE TABLE progress (
      only INTEGER PRIMARY KEY CHECK (only = 1), turn INTEGER NOT NULL,
      next_sequence INTEGER NOT NULL, next_place INTEGER NOT NULL, segment INTEGER NOT NULL,
      rows INTEGER NOT NULL, blocks INTEGER NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE rows (
      kind INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,
      place INTEGER NOT NULL, other_place INTEGER NOT NULL, turn INTEGER NOT NULL,
      box BLOB NOT NULL, PRIMARY KEY (kind, first, second)) WITHOUT ROWID;
    CREATE TABLE clicks (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, place INTEGER NOT NULL,
      boxes BLOB NOT NULL);
    """,
    // The same tables: an earlier release would take rows of the new kinds for lost ones.
    "-- Rows of emails, and of the launch.",
    """
    CREATE TABLE deletions (
      only INTEGER PRIMARY KEY CHECK (only = 1), count INTEGER NOT NULL, hash INTEGER NOT NULL);
    """,
  ])
}

extension Schema {
  /// Migrates a database to the newest version, with all missing steps in one transaction.
  func migrate(_ database: Database) throws(StoreError) {
    let found = try check(database)
    try database.transaction { () throws(StoreError) in
      for version in versions.indices where version >= found { try database.run(versions[version]) }
      if found == 0 { try Progress().write(with: Progress.update(of: database)) }
      try database.run("PRAGMA user_version = \(versions.count)")
      try database.run("PRAGMA application_id = \(Self.application)")
    }
  }

  /// Returns the version of a database; throws if this release cannot read it.
  @discardableResult
  func check(_ database: Database) throws(StoreError) -> Int {
    let found = Int(try database.number("PRAGMA user_version"))
    let application = try database.number("PRAGMA application_id")
    let tables = try database.number("SELECT count(*) FROM sqlite_schema")
    guard tables == 0 || application == Self.application else {
      throw .corrupt(path: database.path, finding: "it is a database of something else")
    }
    guard found <= versions.count else {
      throw .newerSchema(path: database.path, found: found, known: versions.count)
    }
    return found
  }
}

extension SQLiteLinkStore {
  /// Whether a folder holds a store, of any release and in any state.
  public static func exists(in folder: String) -> Bool {
    let files = StoreFiles(folder)
    return DiskFile.exists(files.database) || DiskFile.exists(files.plain)
  }
}

/// A disk without room for the files that a start makes.
struct FullDisk: ~Copyable {
  let error: StoreError
  var lock: DiskFile?
  let open: () throws(StoreError) -> SQLiteLinkStore
  /// The moment of the next attempt.
  var next = ContinuousClock.now
}

extension SQLiteLinkStore {
  /// Opens the files for reading until there is room; throws `error` if that fails too.
  func waitForRoom(
    _ error: StoreError, _ terms: MatchingTerms, _ schema: Schema,
    open: @escaping () throws(StoreError) -> SQLiteLinkStore
  ) throws(StoreError) {
    // The start that failed may have read some rows.
    relations = Relations(terms, deletions: root.deletions)
    (invites, ring, hours) = (PackedInvites(), KeyRing(), ClickHours())
    do throws(StoreError) {
      full = FullDisk(error: error, lock: try DiskFile(files.path, .locking), open: open)
      try openForReading(schema)
    } catch .locked(let path) {
      throw .locked(path: path)
    } catch {
      throw full?.error ?? error
    }
    hasFailed = true
  }

  /// Opens the files for writing if there is room, at most once a second; no turn may be begun.
  func openIfThereIsRoom() {
    guard var disk = full.take() else { return }
    if ContinuousClock.now >= disk.next {
      disk.next = ContinuousClock.now + .seconds(1)
      do throws(StoreError) {
        try DiskFile.checkRoom(in: files.path)
        disk.lock = nil
        let opened = try disk.open()
        relations = opened.relations
        (invites, ring, hours) = (opened.invites, opened.ring, opened.hours)
        keys = opened.keys
        pipeline = opened.pipeline.take()
        return
      } catch {
        if disk.lock == nil { disk.lock = try? DiskFile(files.path, .locking) }
      }
    }
    full = consume disk
  }
}

extension SQLiteLinkStore {
  func openForReading(_ schema: Schema) throws(StoreError) {
    let database = try Database(files.database, for: .reading)
    try schema.check(database)
    let content = try files.readKeys(root)
    let progress = try Progress(of: database)
    let journal = try JournalReader(in: files.path).read(
      after: progress.turn, needing: progress.segment)
    let deletions = try DeletionLedger.read(files.ledger, under: root).completed(
      by: journal, sealedBy: DeletionLedger.Seal(of: database), under: root)
    relations.erased = Set(deletions.all.map(\.number))
    guard !journal.turns.isEmpty else {
      _ = try load(database, content.places)
      return
    }
    let copy = try database.copy()
    try schema.migrate(copy)
    try ChangeWriter(copy).apply(journal.turns)
    _ = try load(copy, content.places)
  }

  func openForWriting(
    _ schema: Schema, _ lock: consuming DiskFile, _ sync: @escaping Journal.Sync
  ) throws(StoreError) {
    try files.begin(root)
    if let openness = try files.openness { findings.append(openness) }
    let content = try files.readKeys(root)
    let database = try Database(files.database, for: .writing)
    try schema.check(database)
    // A transaction must be on the disk before its journal is deleted.
    for setting in [
      "journal_mode = WAL", "synchronous = FULL",
      "wal_autocheckpoint = \(JournalCheckpointer.logPages)",
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
    let ledger = try goOn(journal, database, sync)
    try writer.apply(journal.turns)

    try events?.goOn(after: writer.progress.turn)
    let dropped = try load(database, content.places)
    droppedRows = dropped.rows.count
    ring.goOn(from: writer.progress.nextPlace)
    let keys = try KeyFile(
      files.keys, root: root.wrapping, end: UInt32(content.places.count), sync: sync)
    let sealing = Set(hours.hours.map(\.place))
    // A destroyed key that the file shows after a failed sync may still be on the disk. So those of
    // the last turns are destroyed again, and those of rows that this start, or one before it that
    // failed, leaves out.
    let again = try journal.released().union(dropped.places)
    let unused = ring.unused.filter { place in
      guard !sealing.contains(place), Int(place) < content.places.count else { return false }
      return again.contains(place) || !content.places[Int(place)].isGone
    }
    try keys.destroy(unused)
    try writer.remove(dropped.rows, dropped.blocks)
    ring.forget(unused)
    self.keys = keys
    try provideKeys()
    pipeline = try CommitPipeline(
      database, writer, journalIn: files.path,
      at: max(reader.segments.last?.number ?? 0, writer.progress.segment) + 1, keys, ledger,
      holding: lock,
      sync: { [events] file throws(StoreError) in
        // First: a durable turn must have its events.
        try events?.sync()
        try sync(file)
      })
  }

  /// Makes keys unless there are enough.
  func provideKeys() throws(StoreError) {
    guard let keys else { return }
    if ring.spare < KeyFile.low { try keys.make() }
    ring.append(keys.take())
  }

  /// Checks the deletions of the ledger and of the journal, and returns the ledger with all of them.
  private func goOn(
    _ journal: JournalReader.Content, _ database: Database, _ sync: @escaping Journal.Sync
  ) throws(StoreError) -> DeletionLedger {
    let content = try DeletionLedger.read(files.ledger, under: root)
    let seal = try DeletionLedger.Seal(of: database)
    let (all, inJournal) = try content.completed(by: journal, sealedBy: seal, under: root)
    if content.damage != nil {
      findings.append(
        "the last entries of \(files.ledger) are torn: the journal has them, and they are written "
          + "again")
    }
    relations.erased = Set(all.map(\.number))
    if !content.isLinked, seal == nil {
      try DeletionLedger.Chain(root, over: all).seal.write(to: database)
    }
    return try .goOn(with: content, all, inJournal: inJournal, under: root, sync: sync)
  }

  /// The largest database whose structure is checked at each start.
  ///
  /// The check reads 580 MB a second out of the page cache: 4 GB take seven seconds, and less than a
  /// minute from a disk that reads 70 MB a second.
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

  /// Loads all rows into memory, and returns those that can no longer be opened.
  private func load(
    _ database: Database, _ places: [KeyPlace]
  ) throws(StoreError) -> Loader.Dropped {
    var loader = try Loader(database, keys: places, at: files.keys, lateness: lateness)
    ring.append(places.dropFirst().map { if case .live(let key) = $0 { key } else { .none } })
    // After the last place without a live key all keys are unused.
    let broken = places.lastIndex { if case .live = $0 { false } else { true } } ?? 0
    ring.goOn(from: UInt32(broken + 1))
    let seat: Loader.Seat = { person, place in self.ring.seat(person, at: place) }
    try loader.loadInvites(seat) { invite in
      invites.append(invite)
      for person in LinkChange.invite(invite).people { use(person) }
    }
    invites.index()
    try loader.load(seat) { make($0) }
    relations.number(from: try Progress(of: database).nextSequence)
    hours = loader.hours
    return loader.dropped
  }
}

/// Reads the fields of a row from the columns of a table.
struct SQLiteRowReader: FieldSource {
  private let statement: Statement
  /// The column that is read next.
  private var column: Int32

  init(_ statement: Statement, from column: Int32 = 0) {
    self.statement = statement
    self.column = column
  }

  private mutating func take<Value>(_ value: (Int32) -> Value) -> Value {
    defer { column += 1 }
    return value(column)
  }

  /// SQLite has signed integers of 64 bits; larger ones are blobs.
  mutating func take<Number: FixedWidthInteger>() throws(MalformedField) -> Number {
    if Number.bitWidth > 64 {
      var reader = FixedWidthReader(takeBytes())
      return try reader.take()
    }
    let integer = take(statement.integer)
    return Number.bitWidth < 64 ? Number(clamping: integer) : Number(truncatingIfNeeded: integer)
  }

  mutating func takePresence() -> Bool {
    let isPresent = statement.optionalInteger(column) != nil
    if !isPresent { column += 1 }
    return isPresent
  }

  mutating func takeText() throws(MalformedField) -> String {
    guard let text = take(statement.text) else { throw MalformedField() }
    return text
  }

  /// A list of texts is one column, separated by spaces.
  mutating func takeTexts() -> [String] {
    (take(statement.text) ?? "").split(separator: " ").map(String.init)
  }

  mutating func takeBytes() -> ArraySlice<UInt8> { take(statement.bytes)[...] }
}
