import Vocabulary

/// The names of rows ordered by start, so that due rows are found first.
///
/// Names of deleted rows may remain: readers skip them, and they are dropped later.
struct DueQueue<Name: Hashable> {
  private var entries: ArraySlice<(since: Instant, name: Name)> = []

  /// Adds a name, which usually is the newest.
  mutating func add(_ name: Name, since moment: Instant) {
    var place = entries.endIndex
    while place > entries.startIndex, entries[place - 1].since > moment { place -= 1 }
    entries.insert((moment, name), at: place)
  }

  /// Returns at most `most` rows that began before `moment`, oldest first; `row` looks each up.
  mutating func rows<Row>(
    before moment: Instant, atMost most: Int, _ row: (Name) -> Row?
  ) -> [Row] {
    drop { row($0) != nil }
    var found: [Row] = []
    for entry in entries {
      guard entry.since < moment, found.count < most else { break }
      if let row = row(entry.name) { found.append(row) }
    }
    return found
  }

  /// The number of names, those of deleted rows included.
  var count: Int { entries.count }

  /// Drops every name that is not `needed`.
  mutating func dropAll(unless needed: (Name) -> Bool) {
    entries.removeAll { !needed($0.name) }
  }

  /// Drops the oldest names for as long as they are not `needed`.
  mutating func drop(unless needed: (Name) -> Bool) {
    while let first = entries.first, !needed(first.name) { entries.removeFirst() }
  }
}
