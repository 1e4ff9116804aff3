public import GrowthloopTransport
public import Vocabulary

/// Copies a store's data: the database with every turn of the journal, and the ledger of deletions.
///
/// Keys are copied apart, and before the data: keys that were copied after a deletion lack those
/// that were destroyed with it, and earlier data needs them for others' rows.
public enum StoreBackup {
  /// The validity of a copy of keys, in days.
  public static let daysOfKeys = Int(KeyFile.copyLife.wholeDays)

  /// The result of a copy.
  public struct Report: Hashable, Sendable {
    /// The last turn in the copy.
    public let turn: UInt64
    public let rows: Int
    public let deletions: Int
  }

  /// Copies the data of the store in `folder` into a new folder; a service may be running.
  public static func copyData(
    of folder: String, to target: String
  ) throws(StoreError) -> Report {
    let files = StoreFiles(folder)
    guard !DiskFile.exists(files.plain) else { throw .unsealed(path: files.plain) }
    guard DiskFile.exists(files.database) else {
      throw .corrupt(path: files.database, finding: "it is missing")
    }
    let unfinished = try StoreDraft(of: target)
    let draft = unfinished.files
    do throws(StoreError) {
      // The journal first: turns that leave it meanwhile are in the database.
      let turns = try JournalReader(in: folder).wholeTurns()
      let copy = try Database(files.database, for: .reading).copy(to: draft.database)
      try copy.run("PRAGMA journal_mode = DELETE")
      try Schema.current.migrate(copy)
      let writer = try ChangeWriter(copy)
      try writer.apply(
        turns.following(writer.progress.turn, in: folder), needing: 0)
      // The ledger last, so that it is never older than the data.
      let ledger = try DeletionLedger.copied(files.ledger)
      let file = try DiskFile(draft.ledger, .creating)
      try file.write(ledger.bytes, at: 0)
      try file.sync()
      try DiskFile.syncFile(draft.database)
      try unfinished.finish(as: target)
      return Report(
        turn: writer.progress.turn, rows: writer.progress.rows, deletions: ledger.count)
    } catch {
      do throws(StoreError) { try draft.remove() } catch {}
      throw error
    }
  }

  /// Copies the keys of the store in `folder` into a new file, which is valid for thirty days;
  /// returns their number.
  public static func copyKeys(
    of folder: String, to target: String, root: Secret, at now: Instant
  ) throws(StoreError) -> Int {
    guard !DiskFile.exists(target) else { throw .exists(path: target) }
    let files = StoreFiles(folder)
    let root = RootKeys(root)
    let places = try KeyFile.readForCopy(files.keys, root: root.wrapping)
    // After the keys: a destroyed one has its deletion in the ledger.
    let deletions = try DeletionLedger.copied(files.ledger).count
    try KeyFile.write(places, to: target, root: root.wrapping, copying: (now, after: deletions))
    try DiskFile.syncParent(of: target)
    return places.count { $0.isLive }
  }

  /// Copies the keys, and then the data, so that a restore lacks no key.
  public static func copy(
    of folder: String, to target: String, keys path: String, root: Secret, at now: Instant
  ) throws(StoreError) -> (data: Report, keys: Int) {
    for path in [path, target] where DiskFile.exists(path) { throw .exists(path: path) }
    let files = StoreFiles(folder)
    let root = RootKeys(root)
    var places = try KeyFile.readForCopy(files.keys, root: root.wrapping)
    let deletions = try DeletionLedger.copied(files.ledger).count
    let report = try copyData(of: folder, to: target)
    // Keys that were made meanwhile seal only rows of the data that are as new.
    places += try KeyFile.readForCopy(files.keys, root: root.wrapping).dropFirst(places.count)
    try KeyFile.write(places, to: path, root: root.wrapping, copying: (now, after: deletions))
    try DiskFile.syncParent(of: path)
    return (report, places.count { $0.isLive })
  }
}

extension [Turn] {
  /// The turns after `turn`, which must begin with the next.
  fileprivate func following(_ turn: UInt64, in folder: String) throws(StoreError) -> [Turn] {
    let rest = filter { $0.number > turn }
    guard let first = rest.first, first.number != turn + 1 else { return rest }
    throw .corrupt(path: folder, finding: "turn \(turn + 1) is missing from the journal")
  }
}

extension JournalReader {
  /// The whole turns of all segments; some may be deleted meanwhile.
  fileprivate func wholeTurns() throws(StoreError) -> [Turn] {
    var turns: [Turn] = []
    for segment in segments {
      guard DiskFile.exists(segment.path) else { continue }
      let bytes = try DiskFile.content(of: segment.path)
      var place = JournalFormat.segmentHeader
      while let turn = JournalFormat.turn(at: place, of: bytes) {
        if let last = turns.last, last.number + 1 != turn.number { return turns }
        turns.append(turn)
        place += JournalFormat.turnHeader + turn.changes.count
      }
    }
    return turns
  }
}

/// Opens every row of a store, and reports damage; changes nothing.
public enum StoreCheck {
  /// The findings of a check.
  public struct Report: Hashable, Sendable {
    public var invites = 0
    public var people = 0
    public var clicks = 0
    public var deletions = 0
    public var keys = 0
    /// The number of turns that only the journal has.
    public var turns = 0
    public var damages: [StoreError] = []
    /// Findings that are no damage.
    public var remarks: [String] = []
  }

  /// Checks the store in `folder`; throws if another process has it open.
  public static func check(_ folder: String, root: Secret) throws(StoreError) -> Report {
    let lock = try DiskFile(folder, .locking)
    let files = StoreFiles(folder)
    let root = RootKeys(root)
    var report = Report()
    if let openness = try files.openness { report.remarks.append(openness) }
    let keys = report.trying { _ throws(StoreError) in try files.readKeys(root) }
    let ledger = report.trying { _ throws(StoreError) in
      try DeletionLedger.read(files.ledger, under: root)
    }
    report.keys = keys?.places.count { $0.isLive } ?? 0
    report.deletions = ledger?.entries.count ?? 0
    _ = report.trying { report throws(StoreError) in
      let database = try Database(files.database, for: .reading)
      try database.eachDamage { report.damages.append(.corrupt(path: files.database, finding: $0)) }
      let progress = try Progress(of: database)
      let journal = try JournalReader(in: folder).read(
        after: progress.turn, needing: progress.segment)
      report.turns = journal.turns.count
      if let torn = journal.tornAt {
        report.remarks.append("the last turn in \(torn.path) is torn at byte \(torn.place)")
      }
      _ = report.trying { report throws(StoreError) in
        guard let ledger else { return }
        report.deletions = try ledger.completed(
          by: journal, sealedBy: DeletionLedger.Seal(of: database), under: root
        ).all.count
        if ledger.damage != nil {
          report.remarks.append(
            "the last entries of \(files.ledger) are torn: the journal has them")
        }
      }
      guard let keys else { return }
      let copy = try database.copy()
      try Schema.current.migrate(copy)
      try ChangeWriter(copy).apply(journal.turns)
      var loader = try Loader(
        copy, keys: keys.places, at: files.keys, lateness: .days(100_000))
      loader.goesOn = true
      try loader.loadInvites({ _, _ in }) { _ in report.invites += 1 }
      try loader.load({ _, _ in }) { change in
        switch change {
        case .person: report.people += 1
        case .click: report.clicks += 1
        default: break
        }
      }
      for damage in loader.damages where !report.damages.contains(damage) {
        report.damages.append(damage)
      }
    }
    withExtendedLifetime(lock) {}
    return report
  }
}

extension StoreCheck.Report {
  /// Runs `body`, and adds its error to the damages.
  fileprivate mutating func trying<Value>(
    _ body: (inout StoreCheck.Report) throws(StoreError) -> Value
  ) -> Value? {
    do throws(StoreError) {
      return try body(&self)
    } catch {
      if !damages.contains(error) { damages.append(error) }
      return nil
    }
  }
}
