import Attribution
import Invites
import Vocabulary

/// Reads the unsealed database of an earlier release.
struct PlainLoader {
  let database: Database

  /// The last turn in the database.
  func lastTurn() throws(StoreError) -> UInt64 {
    UInt64(bitPattern: try database.number("SELECT turn FROM progress"))
  }

  func nextSequence() throws(StoreError) -> UInt64 {
    UInt64(bitPattern: try database.number("SELECT next_sequence FROM progress"))
  }

  /// Calls `give` with a change for each row: clicks in their order.
  func load(_ give: (LinkChange) -> Void) throws(StoreError) {
    try each("invites") { give(.invite(try $0.row())) }
    try each("people") { give(.person(try $0.row())) }
    try loadClicks(give)
    try each("openings ORDER BY sequence") { give(.opening(try $0.row())) }
    try each("referrals ORDER BY arrived_at") { give(.referral(try $0.row())) }
    try each("requests ORDER BY at") { give(.request(try $0.row())) }
    try each("notices ORDER BY decided_at") { give(.notice(try $0.row())) }
  }

  private func loadClicks(_ give: (LinkChange) -> Void) throws(StoreError) {
    var spent: Set<UInt64> = []
    try each("spent_clicks") { spent.insert(UInt64(bitPattern: $0.integer(0))) }
    try each("click_blocks ORDER BY first") { row in
      var reader = FixedWidthReader(row.bytes(3)[...])
      while !reader.isAtEnd {
        var click = try reader.takeClick()
        click.isSpent = spent.contains(click.sequence)
        give(.click(click))
      }
    }
  }

  private func each(
    _ table: String, _ body: (Statement) throws -> Void
  ) throws(StoreError) {
    let rows = try database.prepare("SELECT * FROM \(table)")
    while try rows.step() {
      do {
        try body(rows)
      } catch {
        throw .corrupt(path: database.path, finding: "a row of \(table) is malformed")
      }
    }
  }
}

extension Statement {
  /// Reads a row from the columns.
  fileprivate func row<Value: Row>() throws(MalformedField) -> Value {
    var columns = SQLiteRowReader(self)
    return try Value(from: &columns)
  }
}
