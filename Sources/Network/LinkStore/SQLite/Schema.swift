/// How the tables of the database came to be, one step after the other.
struct Schema {
  /// Marks the file as one of ours.
  static let application: Int64 = 0x676C_6F70

  /// The statements of each version, from 1; what has been released is never changed.
  let versions: [String]

  static let current = Schema(versions: [
    """
    CREATE TABLE progress (
      only INTEGER PRIMARY KEY CHECK (only = 1), turn INTEGER NOT NULL,
      next_sequence INTEGER NOT NULL);
    INSERT INTO progress VALUES (1, 0, 1);
    CREATE TABLE invites (
      code INTEGER PRIMARY KEY, sender INTEGER NOT NULL, created_at INTEGER NOT NULL,
      expires_at INTEGER, status INTEGER NOT NULL, context INTEGER NOT NULL, content TEXT,
      session INTEGER, channel INTEGER, invitee INTEGER, accepted_at INTEGER,
      acceptances INTEGER NOT NULL, shares INTEGER NOT NULL, shared_at INTEGER);
    CREATE TABLE click_blocks (
      first INTEGER PRIMARY KEY, oldest INTEGER NOT NULL, newest INTEGER NOT NULL,
      clicks BLOB NOT NULL);
    CREATE TABLE spent_clicks (sequence INTEGER PRIMARY KEY);
    CREATE TABLE openings (
      sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, principal INTEGER NOT NULL, code INTEGER,
      standing INTEGER NOT NULL);
    CREATE TABLE referrals (
      inviter INTEGER NOT NULL, invitee INTEGER NOT NULL, code INTEGER NOT NULL,
      kind INTEGER NOT NULL, click INTEGER NOT NULL, clicked_at INTEGER NOT NULL,
      route INTEGER NOT NULL, arrived_at INTEGER NOT NULL, signed_up_at INTEGER,
      accepted_at INTEGER, connected_at INTEGER, first_value_at INTEGER, completed_at INTEGER,
      told_at INTEGER, PRIMARY KEY (inviter, invitee)) WITHOUT ROWID;
    CREATE TABLE people (
      id INTEGER PRIMARY KEY, account INTEGER NOT NULL, name TEXT, avatar TEXT,
      joined_at INTEGER);
    CREATE TABLE requests (
      sender INTEGER NOT NULL, key BLOB NOT NULL, context INTEGER NOT NULL, content TEXT,
      contacts TEXT NOT NULL, code INTEGER NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (sender, key)) WITHOUT ROWID;
    CREATE TABLE notices (
      inviter INTEGER NOT NULL, invitee INTEGER NOT NULL, decided_at INTEGER NOT NULL,
      PRIMARY KEY (inviter, invitee)) WITHOUT ROWID;
    """
  ])
}

extension Schema {
  /// Brings a database to the newest version; all steps that are missing happen, or none.
  func migrate(_ database: Database) throws(StoreError) {
    let found = try check(database)
    try database.transaction { () throws(StoreError) in
      for version in versions.indices where version >= found { try database.run(versions[version]) }
      try database.run("PRAGMA user_version = \(versions.count)")
      try database.run("PRAGMA application_id = \(Self.application)")
    }
  }

  /// Returns the version of a database, if this release can read it.
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
