import CGrowthloopSQLite

/// Another program that works on a database and does not let go.
@safe
final class ForeignLock {
  struct Refused: Error {
    let code: Int32
  }

  private var database: OpaquePointer?

  enum Hold: String {
    /// Nobody else may write.
    case forWriting = "BEGIN IMMEDIATE"
    /// What it has seen stays where it is.
    case forReading = "BEGIN; SELECT count(*) FROM rows"
  }

  /// Takes hold of the database.
  init(on path: String, _ hold: Hold = .forWriting) throws {
    let opened = unsafe sqlite3_open(path, &database)
    guard opened == SQLITE_OK else { throw Refused(code: opened) }
    let taken = unsafe sqlite3_exec(database, hold.rawValue, nil, nil, nil)
    guard taken == SQLITE_OK else { throw Refused(code: taken) }
  }

  func release() {
    unsafe sqlite3_close(database)
    unsafe database = nil
  }

  deinit { release() }
}
