/// A radix heap (Ahuja, Mehlhorn, Orlin and Tarjan 1990), which requires monotonic time.
///
/// The bucket of an event is the highest bit in which its tick differs from the last tick removed.
/// A bucket is redistributed only when all lower buckets are empty, and in its own order. So events
/// of one tick keep the order of insertion.
struct RadixHeap: PendingSet {
  private struct Entry {
    let tick: UInt64
    let event: UInt32
  }

  private var buckets = [[Entry]](repeating: [], count: 65)
  /// One bit for each nonempty bucket from 1.
  private var filled: UInt64 = 0
  /// The number of events removed from bucket 0, whose events all have the last tick.
  private var taken = 0
  private var last: UInt64 = 0

  init(capacity: Int) {}

  var bytes: Int { buckets.reduce(0) { $0 + $1.capacity } * MemoryLayout<Entry>.stride }

  mutating func insert(_ event: UInt32, at tick: UInt64) {
    file(Entry(tick: tick, event: event))
  }

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)? {
    if taken == buckets[0].count {
      guard filled != 0 else { return nil }
      spreadLowest()
    }
    let first = buckets[0][taken]
    taken += 1
    return (first.tick, first.event)
  }

  @inline(__always)
  private mutating func file(_ entry: Entry) {
    let bucket = 64 - (entry.tick ^ last).leadingZeroBitCount
    buckets[bucket].append(entry)
    if bucket > 0 { filled |= 1 << UInt64(bucket - 1) }
  }

  private mutating func spreadLowest() {
    buckets[0].removeAll(keepingCapacity: true)
    taken = 0
    let lowest = filled.trailingZeroBitCount + 1
    filled &= filled - 1
    var entries: [Entry] = []
    swap(&entries, &buckets[lowest])
    last = entries.reduce(UInt64.max) { min($0, $1.tick) }
    for entry in entries { file(entry) }
    // The capacity is kept for the next use.
    entries.removeAll(keepingCapacity: true)
    swap(&entries, &buckets[lowest])
  }
}
