import Invites
import Sealing
import Vocabulary

extension SQLiteLinkStore {
  /// Whether a folder holds a store, of any release and in any state.
  public static func exists(in folder: String) -> Bool {
    let files = StoreFiles(folder)
    return DiskFile.exists(files.database) || DiskFile.exists(files.plain)
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

  func openForWriting(
    _ schema: Schema, _ lock: consuming DiskFile, _ sync: @escaping Journal.Sync
  ) throws(StoreError) {
    try files.begin(root)
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

    try events?.goOn(after: writer.progress.turn)
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
  ) throws(StoreError) -> (rows: [RowName], blocks: [UInt64]) {
    let relations = relations
    var loader = try Loader(
      database, keys: places, at: files.keys, lateness: lateness,
      isDeleted: { relations.isErased($0) })
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
    self.relations.number(from: try Progress(of: database).nextSequence)
    hours = loader.hours
    return loader.dropped
  }
}
