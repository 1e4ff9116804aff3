internal import CGrowthloopSQLite

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
