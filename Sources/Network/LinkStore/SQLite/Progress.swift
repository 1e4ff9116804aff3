/// How far the database is: it says so in the same transaction that brings it there.
struct Progress: Equatable {
  /// The last turn that it has.
  var turn: UInt64 = 0
  /// The number of the next click.
  var nextSequence: UInt64 = 1
  /// The first place of a key that no row has ever used.
  var nextPlace: UInt32 = 1
  /// The oldest segment of the journal that must be there; zero where none is needed.
  var segment: UInt64 = 0
  /// How many rows there are, so that one that is lost is missed.
  var rows = 0
  var blocks = 0

  /// The place behind that one is the first that was never used.
  mutating func note(place: UInt32) { nextPlace = max(nextPlace, place + 1) }

  mutating func note(sequence: UInt64) { nextSequence = max(nextSequence, sequence + 1) }
}

extension Progress {
  /// Reads it, and holds it to its checksum.
  init(of database: Database) throws(StoreError) {
    let row = try database.prepare(
      "SELECT turn, next_sequence, next_place, segment, rows, blocks, checksum FROM progress")
    guard try row.step() else { throw Self.damage(of: database) }
    turn = UInt64(bitPattern: row.integer(0))
    nextSequence = UInt64(bitPattern: row.integer(1))
    nextPlace = UInt32(clamping: row.integer(2))
    segment = UInt64(bitPattern: row.integer(3))
    rows = Int(row.integer(4))
    blocks = Int(row.integer(5))
    let claimed = row.integer(6)
    while try row.step() {}
    guard claimed == checksum else { throw Self.damage(of: database) }
  }

  private static func damage(of database: Database) -> StoreError {
    .corrupt(path: database.path, finding: "what it says of its own progress is garbled")
  }

  private var checksum: Int64 {
    var writer = ByteWriter()
    writer.put(turn)
    writer.put(nextSequence)
    writer.put(nextPlace)
    writer.put(segment)
    writer.put(UInt64(rows))
    writer.put(UInt64(blocks))
    return Int64(Checksum.of(writer.bytes[...]))
  }

  private var values: [Int64] {
    [
      Int64(bitPattern: turn), Int64(bitPattern: nextSequence), Int64(nextPlace),
      Int64(bitPattern: segment), Int64(rows), Int64(blocks), checksum,
    ]
  }

  func insert(into database: Database) throws(StoreError) {
    let values = values.map { "\($0)" }.joined(separator: ", ")
    try database.run("INSERT INTO progress VALUES (1, \(values))")
  }

  static func update(of database: Database) throws(StoreError) -> Statement {
    try database.prepare(
      """
      UPDATE progress SET turn = ?, next_sequence = ?, next_place = ?, segment = ?, rows = ?,
        blocks = ?, checksum = ?
      """)
  }

  /// Writes it with a statement that `update(of:)` has made.
  func write(with update: Statement) throws(StoreError) {
    for value in values { update.bind(value) }
    try update.run()
  }
}
