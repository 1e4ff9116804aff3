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
