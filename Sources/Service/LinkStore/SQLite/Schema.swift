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
