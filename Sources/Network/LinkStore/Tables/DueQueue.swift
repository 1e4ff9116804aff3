import Vocabulary

/// Names of rows in the order in which they began, so that what is due is found first.
///
/// It only reminds: a name whose row is gone is skipped by whoever asks, and dropped in time.
struct DueQueue<Name: Hashable> {
  private var entries: ArraySlice<(since: Instant, name: Name)> = []

  /// Adds a name; almost always the newest.
  mutating func add(_ name: Name, since moment: Instant) {
    var place = entries.endIndex
    while place > entries.startIndex, entries[place - 1].since > moment { place -= 1 }
    entries.insert((moment, name), at: place)
  }

  /// The rows of what began before `moment`, oldest first and no more than `most`; `row` finds them.
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

  /// Drops the oldest names for as long as they are not `needed`.
  mutating func drop(unless needed: (Name) -> Bool) {
    while let first = entries.first, !needed(first.name) { entries.removeFirst() }
  }
}
