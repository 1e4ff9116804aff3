import Vocabulary

/// The names of rows ordered by start, so that due rows are found first.
///
/// A heap: adding a name takes at most the logarithm of their number, whatever moment a client
/// claims. Names of deleted rows may remain: readers skip them, and they are dropped before they
/// outnumber the others.
struct DueQueue<Name: Hashable> {
  private struct Entry {
    let since: Instant
    /// The order of names with the same start.
    let number: UInt64
    let name: Name

    func isBefore(_ other: Entry) -> Bool { (since, number) < (other.since, other.number) }
  }

  /// Each entry is before the two at twice its place, plus one and plus two.
  private var entries: [Entry] = []
  private var number: UInt64 = 0
  /// The names of deleted rows that may remain beside as many names as there are rows.
  private static var slack: Int { 1_000 }

  /// The number of names, those of deleted rows included.
  var count: Int { entries.count }

  /// Adds the name of one of `rows` rows; `isLive` tells whether a row has that start.
  mutating func add(
    _ name: Name, since moment: Instant, of rows: Int, _ isLive: (Name, Instant) -> Bool
  ) {
    while let first = entries.first, !isLive(first.name, first.since) { removeFirst() }
    if entries.count >= 2 * rows + Self.slack {
      var seen: Set<Name> = []
      entries.removeAll { !isLive($0.name, $0.since) || !seen.insert($0.name).inserted }
      // What is sorted is a heap.
      entries.sort { $0.isBefore($1) }
    }
    number += 1
    put(Entry(since: moment, number: number, name: name))
  }

  /// Returns at most `most` rows that began before `moment`, oldest first; `row` looks each up by
  /// its name and start.
  mutating func rows<Row>(
    before moment: Instant, atMost most: Int, _ row: (Name, Instant) -> Row?
  ) -> [Row] {
    var found: [Row] = []
    var taken: [Entry] = []
    // A row whose deletion was reverted has its name here twice.
    var seen: Set<Name> = []
    while found.count < most, let first = entries.first, first.since < moment {
      removeFirst()
      guard let row = row(first.name, first.since), seen.insert(first.name).inserted else {
        continue
      }
      found.append(row)
      taken.append(first)
    }
    for entry in taken { put(entry) }
    return found
  }
}

extension DueQueue {
  private mutating func put(_ entry: Entry) {
    var place = entries.count
    entries.append(entry)
    while place > 0, entry.isBefore(entries[(place - 1) / 2]) {
      entries[place] = entries[(place - 1) / 2]
      place = (place - 1) / 2
    }
    entries[place] = entry
  }

  private mutating func removeFirst() {
    let last = entries.removeLast()
    guard !entries.isEmpty else { return }
    var place = 0
    while true {
      var next = 2 * place + 1
      if next + 1 < entries.count, entries[next + 1].isBefore(entries[next]) { next += 1 }
      guard next < entries.count, entries[next].isBefore(last) else { break }
      entries[place] = entries[next]
      place = next
    }
    entries[place] = last
  }
}
