public import Secrets
public import Vocabulary

/// Copies a store's data: the database with every turn of the journal, and the ledger of deletions.
///
/// Keys are copied apart.
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
      try Schema.current.check(copy)
      let writer = try ChangeWriter(copy)
      try writer.apply(
        turns.following(writer.progress.turn, in: folder), needing: 0)
      // The ledger last, so that it is never older than the data.
      let ledger = try DeletionLedger.read(files.ledger)
      try DeletionLedger.write(ledger, to: draft.ledger)
      try DiskFile.syncFile(draft.database)
      try unfinished.finish(as: target)
      return Report(
        turn: writer.progress.turn, rows: writer.progress.rows, deletions: ledger.count)
    } catch {
      do throws(StoreError) { try draft.remove() } catch {}
      throw error
    }
  }

  /// Copies the keys of the store in `folder` into a new file, which is valid for thirty days.
  public static func copyKeys(
    of folder: String, to target: String, root: Secret, at now: Instant
  ) throws(StoreError) -> Int {
    guard !DiskFile.exists(target) else { throw .exists(path: target) }
    return try KeyFile.copy(
      StoreFiles(folder).keys, to: target, root: RootKeys(root).wrapping, at: now)
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
