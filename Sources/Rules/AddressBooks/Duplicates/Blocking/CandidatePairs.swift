/// The pairs of entries that are worth comparing, each once, in order.
///
/// Of the entries that share a common key, each is compared only with those that come next.
///
/// - Complexity: Linear in the number of entries.
struct CandidatePairs {
  /// The largest number of entries under a rare key: they are compared in all pairs.
  static let mostSharing = 40
  /// The number of next entries with which an entry is compared under a common key.
  static let reachInCrowds = 8

  /// Both places of each pair, the smaller above.
  private(set) var packed: [UInt64] = []

  init(of columns: DuplicateColumns) {
    let keys = BlockingKeys(of: columns)
    var entries: [Entry] = []
    entries.reserveCapacity(columns.count * 24)
    for record in 0..<columns.count {
      keys.forEach(of: record) { entries.append(Entry(key: $0, record: UInt32(record))) }
    }
    entries.sort()
    pair(entries)
    packed.sort()
    dropRepeated()
  }

  private struct Entry: Comparable, BitwiseCopyable {
    let key: UInt64
    let record: UInt32

    static func < (left: Entry, right: Entry) -> Bool {
      left.key == right.key ? left.record < right.record : left.key < right.key
    }
  }

  private mutating func pair(_ entries: [Entry]) {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].key == entries[start].key { end += 1 }
      let reach = end - start > Self.mostSharing ? Self.reachInCrowds : Self.mostSharing
      for place in start..<end {
        let first = entries[place].record
        for next in entries[place..<end].dropFirst().prefix(reach) where next.record != first {
          packed.append(UInt64(first) << 32 | UInt64(next.record))
        }
      }
      start = end
    }
  }

  private mutating func dropRepeated() {
    var kept = 0
    for place in packed.indices where place == 0 || packed[place] != packed[place - 1] {
      packed[kept] = packed[place]
      kept += 1
    }
    packed.removeSubrange(kept...)
  }
}

extension CandidatePairs: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { packed.count }

  subscript(place: Int) -> (left: Int, right: Int) {
    (Int(packed[place] >> 32), Int(packed[place] & 0xFFFF_FFFF))
  }
}
