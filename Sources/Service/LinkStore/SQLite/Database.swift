internal import CGrowthloopSQLite

/// A connection to a SQLite file; no name of SQLite's leaves this file and `Statement`.
///
/// `@safe`: it owns the handle, closed in `deinit`; `sqlite3_close_v2` waits for statements, which
/// hold this object.
@safe
final class Database {
  let path: String
  private let handle: OpaquePointer

  enum Access {
    case reading
    case writing
  }

  /// Opens a file; errors name it `name`, if given.
  init(_ path: String, for access: Access, called name: String? = nil) throws(StoreError) {
    self.path = name ?? path
    // SQLite makes files that others may read.
    if access == .writing, path != Self.memory { try DiskFile.makeFile(path) }
    var opened: OpaquePointer?
    let flags =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard let handle = unsafe opened else {
      throw .inputOutput(path: path, call: "sqlite3_open_v2", reason: "no memory is left")
    }
    guard result == SQLITE_OK else {
      let error = unsafe StoreError(handle, path: path)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    unsafe self.handle = handle
    unsafe sqlite3_extended_result_codes(handle, 1)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Copies the current content to a new file, or to memory.
  func copy(to path: String = memory) throws(StoreError) -> Database {
    let copy = try Database(path, for: .writing, called: path == Self.memory ? self.path : path)
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw copy.problem
    }
    let result = unsafe sqlite3_backup_step(backup, -1)
    unsafe sqlite3_backup_finish(backup)
    // The source knows no error: that of a write is the copy's, and a lock is in neither.
    guard result == SQLITE_DONE else {
      throw unsafe StoreError(result, copy.handle, path: copy.path)
    }
    return copy
  }

  private static let memory = ":memory:"

  /// Calls `body` with each structural error that SQLite finds, at most `most`.
  func eachDamage(atMost most: Int = 100, _ body: (String) -> Void) throws(StoreError) {
    let check = try prepare("PRAGMA quick_check(\(most))")
    while try check.step() {
      if let finding = check.text(0), finding != "ok" { body(finding) }
    }
  }

  /// Runs statements that return no rows.
  func run(_ sql: String) throws(StoreError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw problem }
  }

  func prepare(_ sql: String) throws(StoreError) -> Statement {
    var prepared: OpaquePointer?
    let result = unsafe sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let statement = unsafe prepared else { throw problem }
    return unsafe Statement(statement, of: self)
  }

  /// Returns the number that a query yields; zero without a row.
  func number(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try prepare(sql)
    guard try statement.step() else { return 0 }
    return statement.integer(0)
  }

  /// Runs `body` in a transaction, which is rolled back if it throws.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try body()
      try run("COMMIT")
    } catch {
      // On a full disk SQLite has rolled back already.
      do throws(StoreError) { try run("ROLLBACK") } catch {}
      throw error
    }
  }

  /// The number of rows that the last statement inserted, changed or deleted.
  var changes: Int { Int(unsafe sqlite3_changes(handle)) }

  /// The error of the last call.
  var problem: StoreError { unsafe StoreError(handle, path: path) }
}

extension StoreError {
  fileprivate init(_ handle: OpaquePointer, path: String) {
    unsafe self.init(sqlite3_extended_errcode(handle), handle, path: path)
  }

  /// Maps a result of SQLite to an error of the store; the connection has its circumstances.
  fileprivate init(_ code: Int32, _ handle: OpaquePointer, path: String) {
    let isLast = unsafe sqlite3_extended_errcode(handle) == code
    let message = unsafe String(cString: isLast ? sqlite3_errmsg(handle) : sqlite3_errstr(code))
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path)
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly(path: path)
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt(path: path, finding: message)
    case SQLITE_IOERR:
      let number = unsafe sqlite3_system_errno(handle)
      self =
        number == 0
        ? .inputOutput(path: path, call: "SQLite", reason: message)
        : StoreError(number, in: "SQLite", of: path)
    default: self = .inputOutput(path: path, call: "SQLite", reason: message)
    }
  }
}

/// Writes sealed changes to the tables, as they are.
final class ChangeWriter {
  private let database: Database
  private(set) var progress: Progress
  private var block = ClickBlock()

  private let insertRow: Statement
  private let updateRow: Statement
  private let removeRow: Statement
  private let insertBlock: Statement
  private let removeBlocks: Statement
  private let removeMarks: Statement
  private let updateProgress: Statement

  init(_ database: Database) throws(StoreError) {
    self.database = database
    progress = try Progress(of: database)
    insertRow = try database.prepare("INSERT OR IGNORE INTO rows VALUES (?,?,?,?,?,?,?)")
    updateRow = try database.prepare(
      """
      UPDATE rows SET place = ?4, other_place = ?5, turn = ?6, box = ?7
      WHERE kind = ?1 AND first = ?2 AND second = ?3
      """)
    removeRow = try database.prepare("DELETE FROM rows WHERE kind = ? AND first = ? AND second = ?")
    insertBlock = try database.prepare("INSERT INTO clicks VALUES (?,?,?,?)")
    removeBlocks = try database.prepare("DELETE FROM clicks WHERE first BETWEEN ? AND ?")
    removeMarks = try database.prepare(
      "DELETE FROM rows WHERE kind = \(RowName.Kind.clickMark.rawValue) AND first BETWEEN ? AND ?")
    updateProgress = try Progress.update(of: database)
  }

  /// Applies turns and the database's progress in one transaction.
  ///
  /// `segment` is the oldest segment that is needed afterwards; `done` receives the byte count of
  /// each applied turn.
  func apply(
    _ turns: [Turn], needing segment: UInt64? = nil, done: (Int) -> Void = { _ in }
  ) throws(StoreError) {
    var next = progress
    next.turn = turns.last?.number ?? next.turn
    next.segment = segment ?? next.segment
    guard !turns.isEmpty || next != progress else { return }
    let before = progress
    do throws(StoreError) {
      try database.transaction { () throws(StoreError) in
        for turn in turns {
          try apply(turn)
          done(turn.changes.count)
        }
        try endBlock()
        progress.turn = next.turn
        progress.segment = next.segment
        try progress.write(with: updateProgress)
      }
    } catch {
      block = ClickBlock()
      progress = before
      throw error
    }
  }

  /// Sets the lowest number of the next click.
  func goOn(from sequence: UInt64) throws(StoreError) {
    progress.note(sequence: sequence - 1)
    try progress.write(with: updateProgress)
  }

  /// Removes rows that can no longer be opened.
  func remove(_ names: [RowName], _ blocks: [UInt64]) throws(StoreError) {
    guard !names.isEmpty || !blocks.isEmpty else { return }
    let before = progress
    do throws(StoreError) {
      try database.transaction { () throws(StoreError) in
        for name in names { try remove(name) }
        for first in blocks { try removeClicks(first, first) }
        try progress.write(with: updateProgress)
      }
    } catch {
      progress = before
      throw error
    }
  }

  private func apply(_ turn: Turn) throws(StoreError) {
    do {
      try turn.forEachChange { try apply($0) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .corrupt(path: database.path, finding: "turn \(turn.number) of its journal is garbled")
    }
  }

  private func apply(_ change: SealedChange) throws(StoreError) {
    switch change {
    case .row(let row): try put(row)
    case .gone(let name): try remove(name)
    case .clicks(let clicks): try put(clicks)
    case .strays(let clicks): progress.note(place: clicks.label.place)
    case .clicksGone(let first, let last): try removeClicks(first, last)
    case .deleted(_, let seal): try seal?.write(to: database)
    case .released: break
    }
  }
}

extension ChangeWriter {
  private func put(_ row: SealedRow) throws(StoreError) {
    let label = row.label
    progress.note(place: max(label.places.0, label.places.1))
    if label.name.kind == .opening { progress.note(sequence: label.name.first) }
    try insertRow.bind(label).bind(row.box).run()
    if database.changes == 1 {
      progress.rows += 1
      return
    }
    try updateRow.bind(label).bind(row.box).run()
  }

  private func remove(_ name: RowName) throws(StoreError) {
    try removeRow.bind(name).run()
    progress.rows -= database.changes
  }

  private func put(_ clicks: SealedClicks) throws(StoreError) {
    progress.note(sequence: clicks.label.last)
    progress.note(place: clicks.label.place)
    if !block.takes(clicks) { try endBlock() }
    block.append(clicks)
  }

  private func endBlock() throws(StoreError) {
    guard !block.isEmpty else { return }
    try insertBlock.bind(Int64(bitPattern: block.first)).bind(Int64(bitPattern: block.last))
      .bind(Int64(block.place)).bind(block.boxes[...]).run()
    progress.blocks += 1
    block = ClickBlock()
  }

  private func removeClicks(_ first: UInt64, _ last: UInt64) throws(StoreError) {
    try endBlock()
    try removeBlocks.bind(Int64(bitPattern: first)).bind(Int64(bitPattern: last)).run()
    progress.blocks -= database.changes
    try removeMarks.bind(Int64(bitPattern: first)).bind(Int64(bitPattern: last)).run()
    progress.rows -= database.changes
  }
}

/// A table row with boxes of clicks under one key: clicks come in thousands, are read at start
/// only, and go together.
struct ClickBlock {
  /// The most bytes of a row, unless it has one larger box.
  static let most = 64 << 10

  private(set) var place: UInt32 = 0
  private(set) var first: UInt64 = 0
  private(set) var last: UInt64 = 0
  private var writer = FixedWidthWriter()

  var boxes: [UInt8] { writer.bytes }
  var isEmpty: Bool { writer.isEmpty }

  /// Whether the clicks may be added to this row.
  func takes(_ clicks: SealedClicks) -> Bool {
    isEmpty
      || place == clicks.label.place && clicks.label.first > last
        && writer.bytes.count + clicks.box.count < Self.most
  }

  mutating func append(_ clicks: SealedClicks) {
    if isEmpty { (place, first) = (clicks.label.place, clicks.label.first) }
    last = clicks.label.last
    writer.put(clicks)
  }

  /// Calls `body` with each box of a row, in order.
  static func each(
    in bytes: ArraySlice<UInt8>, _ body: (SealedClicks) throws -> Void
  ) throws {
    var reader = FixedWidthReader(bytes)
    while !reader.isAtEnd { try body(try reader.takeClicks()) }
  }
}

/// The state of the database, written in the transaction that it describes.
struct Progress: Equatable {
  /// The last applied turn.
  var turn: UInt64 = 0
  /// The number of the next click.
  var nextSequence: UInt64 = 1
  /// The first place of a key that no row has used.
  var nextPlace: UInt32 = 1
  /// The oldest segment of the journal that is needed; zero if none is.
  var segment: UInt64 = 0
  /// The number of rows, so that a lost row is found.
  var rows = 0
  var blocks = 0

  /// Marks a place as used.
  mutating func note(place: UInt32) { nextPlace = max(nextPlace, place + 1) }

  mutating func note(sequence: UInt64) { nextSequence = max(nextSequence, sequence + 1) }
}

extension Progress: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    turn = try fields.next(\.turn)
    nextSequence = try fields.next(\.nextSequence)
    nextPlace = try fields.next(\.nextPlace)
    segment = try fields.next(\.segment)
    rows = try fields.next(\.rows)
    blocks = try fields.next(\.blocks)
  }

  /// Reads the progress, and verifies its checksum.
  init(of database: Database) throws(StoreError) {
    let row = try database.prepare("SELECT * FROM progress")
    // The first column is the key of the only row.
    var columns = SQLiteRowReader(row, from: 1)
    guard try row.step(), let found = try? Progress(from: &columns),
      let claimed = try? columns.take() as Int64, claimed == found.checksum
    else {
      throw .corrupt(
        path: database.path, finding: "its record of progress is garbled")
    }
    self = found
  }

  private var checksum: Int64 { Int64(Checksum.of(bytes[...])) }

  /// Makes the statement that `write(with:)` runs.
  static func update(of database: Database) throws(StoreError) -> Statement {
    try database.prepare("INSERT OR REPLACE INTO progress VALUES (1,?,?,?,?,?,?,?)")
  }

  func write(with update: Statement) throws(StoreError) {
    try update.bind(self).bind(checksum).run()
  }
}

/// A prepared statement.
///
/// `@safe`: it owns the handle, which only `deinit` finalizes, and keeps its database open as long.
/// SQLite copies what is bound; a column's bytes are copied before the next step.
@safe
final class Statement {
  private let database: Database
  private let handle: OpaquePointer
  /// The parameter that is bound next, from 1.
  private var place: Int32 = 1

  init(_ handle: OpaquePointer, of database: Database) {
    unsafe self.handle = handle
    self.database = database
  }

  deinit { unsafe sqlite3_finalize(handle) }

  // MARK: Binding, in the order of the parameters

  @discardableResult
  func bind(_ number: Int64?) -> Statement {
    if let number {
      unsafe sqlite3_bind_int64(handle, place, number)
    } else {
      unsafe sqlite3_bind_null(handle, place)
    }
    place += 1
    return self
  }

  @discardableResult
  func bind(_ text: String) -> Statement {
    unsafe sqlite3_bind_text(handle, place, text, -1, Self.copied)
    place += 1
    return self
  }

  @discardableResult
  func bind(_ bytes: ArraySlice<UInt8>) -> Statement {
    unsafe bytes.withUnsafeBytes { bytes in
      _ = unsafe sqlite3_bind_blob64(
        handle, place, bytes.baseAddress, UInt64(bytes.count), Self.copied)
    }
    place += 1
    return self
  }

  /// Binds the fields of a row.
  @discardableResult
  func bind(_ row: some Row) -> Statement { row.put(to: self) }

  /// Makes SQLite copy a bound value.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  // MARK: Running

  /// Runs the statement to its end, and resets it.
  func run() throws(StoreError) {
    while try step() {}
  }

  /// Moves to the next row; returns `false` and resets the statement at the end.
  func step() throws(StoreError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      reset()
      return false
    default:
      let problem = database.problem
      reset()
      throw problem
    }
  }

  private func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
    place = 1
  }

  // MARK: Columns of the row

  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func optionalInteger(_ column: Int32) -> Int64? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  func text(_ column: Int32) -> String? {
    unsafe sqlite3_column_text(handle, column).map { unsafe String(cString: $0) }
  }

  func bytes(_ column: Int32) -> [UInt8] {
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension Statement: FieldSink {
  func put(_ number: some FixedWidthInteger) { bind(Int64(truncatingIfNeeded: number)) }
  func put(_ text: String) { bind(text) }
  func put(isPresent: Bool) { if !isPresent { bind(nil) } }
}
