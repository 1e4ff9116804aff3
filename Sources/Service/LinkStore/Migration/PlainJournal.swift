/// The unsealed journal of an earlier release.
///
///     segment:  "glj1" and its number in 8 bytes, then turns as they are today, of plain changes
///
/// After the last turn there may be zeros, or a torn turn.
struct PlainJournal {
  private static let mark = Array("glj1".utf8)
  private static let header = 12

  let folder: String

  /// The segments, oldest first.
  private func segments() throws(StoreError) -> [String] {
    try DiskFile.names(in: folder).filter { Journal.number(ofSegment: $0) != nil }
      .map { "\(folder)/\($0)" }
  }

  /// Calls `body` with every change after the database's last turn.
  func forEachChange(
    after last: UInt64, _ body: (LinkChange) -> Void
  ) throws(StoreError) {
    var expected = last + 1
    for path in try segments() {
      let bytes = try DiskFile.content(of: path)
      if bytes.isEmpty { continue }
      guard bytes.starts(with: Self.mark) else {
        throw .corrupt(path: path, finding: "it does not begin as a journal does")
      }
      var place = Self.header
      while let turn = JournalFormat.turn(at: place, of: bytes) {
        place += JournalFormat.turnHeader + turn.changes.count
        guard turn.number >= expected else { continue }
        guard turn.number == expected else {
          throw .corrupt(path: path, finding: "turn \(expected) is missing from the journal")
        }
        expected += 1
        do {
          var reader = FixedWidthReader(turn.changes)
          while !reader.isAtEnd { body(try LinkChange(from: &reader)) }
        } catch {
          throw .corrupt(path: path, finding: "turn \(turn.number) of the journal is garbled")
        }
      }
    }
  }
}
