/// The first few of many: those with the least keys, of equal keys the first in place.
struct Leading {
  struct Entry: BitwiseCopyable {
    let key: Int64
    let place: Int
  }

  /// In order.
  private(set) var entries: [Entry] = []
  private let capacity: Int
  /// The key from which on entries are rejected; places only grow.
  private var bar = Int64.max

  init(_ capacity: Int) {
    self.capacity = capacity
    entries.reserveCapacity(capacity)
  }

  var places: [Int] { entries.map(\.place) }

  /// Adds the next place, if its key is small enough; places must ascend.
  @inline(__always)
  mutating func offer(_ place: Int, key: Int64) {
    if key < bar || entries.count < capacity { take(Entry(key: key, place: place)) }
  }

  private mutating func take(_ entry: Entry) {
    if entries.count < capacity { entries.append(entry) }
    var slot = entries.count - 1
    while slot > 0, entry.key < entries[slot - 1].key {
      entries[slot] = entries[slot - 1]
      slot -= 1
    }
    entries[slot] = entry
    if entries.count == capacity { bar = entries[capacity - 1].key }
  }
}
