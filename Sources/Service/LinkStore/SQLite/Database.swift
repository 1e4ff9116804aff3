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
