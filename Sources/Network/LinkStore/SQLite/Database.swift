internal import CSQLite

/// A connection to a SQLite file; no name of SQLite's leaves this file and `Statement`.
///
/// `@safe`: it owns the handle, closed in `deinit`; `sqlite3_close_v2` waits for statements, which
/// hold this object. The log hook, whose context is this object, ends with the handle.
@safe
final class Database {
  let path: String
  private let handle: OpaquePointer
  /// How many pages its log has, once they are counted.
  private(set) var pagesLogged = 0

  enum Access {
    case reading
    case writing
  }

  init(_ path: String, for access: Access) throws(StoreError) {
    self.path = path
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

  /// Runs statements that give no rows.
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

  /// The one number that a query gives.
  func number(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try prepare(sql)
    guard try statement.step() else { return 0 }
    return statement.integer(0)
  }

  /// Runs `body` as one transaction: all of it happens, or nothing.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try body()
      try run("COMMIT")
    } catch {
      // A full disk has rolled back already.
      do throws(StoreError) { try run("ROLLBACK") } catch {}
      throw error
    }
  }

  /// Counts the pages of its log from now on, and leaves it to others to take them over.
  func countLog() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context = unsafe context else { return SQLITE_OK }
        let database = unsafe Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
        database.pagesLogged = Int(pages)
        return SQLITE_OK
      }, context)
  }

  /// What the last call has to complain of.
  var problem: StoreError { unsafe StoreError(handle, path: path) }

  /// A file, as SQLite itself has it open: to close another descriptor of it would end SQLite's locks.
  private func file(_ part: Part) throws(StoreError) -> UnsafeMutablePointer<sqlite3_file>? {
    let operation =
      switch part {
      case .pages: SQLITE_FCNTL_FILE_POINTER
      case .log: SQLITE_FCNTL_JOURNAL_POINTER
      }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard unsafe sqlite3_file_control(handle, "main", operation, &file) == SQLITE_OK else {
      throw problem
    }
    // A log that nobody has needed yet is not open.
    guard let file = unsafe file, unsafe file.pointee.pMethods != nil else { return nil }
    return unsafe file
  }

  private func check(_ result: Int32, _ call: String) throws(StoreError) {
    guard result != SQLITE_OK else { return }
    if result & 0xFF == SQLITE_FULL { throw .diskFull(path: path) }
    throw .inputOutput(
      path: path, call: call, reason: unsafe String(cString: sqlite3_errstr(result)))
  }
}

// The files beneath: only for who knows that nobody changes them meanwhile.
extension Database {
  enum Part {
    case pages
    case log
  }

  func length(of part: Part) throws(StoreError) -> Int {
    guard let file = unsafe try file(part) else { return 0 }
    var length: sqlite3_int64 = 0
    try check(unsafe file.pointee.pMethods.pointee.xFileSize(file, &length), "xFileSize")
    return Int(length)
  }

  /// Reads bytes that must be there.
  func read(_ count: Int, of part: Part, at place: Int) throws(StoreError) -> [UInt8] {
    guard let file = unsafe try file(part) else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe file.pointee.pMethods.pointee.xRead(
        file, buffer.baseAddress, Int32(count), sqlite3_int64(place))
    }
    try check(result, "xRead")
    return bytes
  }

  /// Writes over what stands in the pages.
  func write(_ bytes: [UInt8], at place: Int) throws(StoreError) {
    guard let file = unsafe try file(.pages) else { return }
    let result = unsafe bytes.withUnsafeBytes { buffer in
      unsafe file.pointee.pMethods.pointee.xWrite(
        file, buffer.baseAddress, Int32(buffer.count), sqlite3_int64(place))
    }
    try check(result, "xWrite")
  }

  /// Returns when what was written to the pages is on the disk.
  func sync() throws(StoreError) {
    guard let file = unsafe try file(.pages) else { return }
    try check(unsafe file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_NORMAL), "xSync")
  }
}

extension StoreError {
  fileprivate init(_ handle: OpaquePointer, path: String) {
    let code = unsafe sqlite3_extended_errcode(handle)
    let message = unsafe String(cString: sqlite3_errmsg(handle))
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
