/// A structure that returns pending events in exact order: by tick, then by insertion.
protocol PendingSet: SendableMetatype {
  /// Creates an empty set with room for `capacity` events; a hint.
  init(capacity: Int)

  /// Inserts an event, whose tick is never before the last one removed.
  mutating func insert(_ event: UInt32, at tick: UInt64)

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)?

  /// Removes the first event and inserts it again, `increment` ticks later.
  ///
  /// A structure that does both in one pass implements its own.
  mutating func holdFirst(adding increment: UInt64) -> (tick: UInt64, event: UInt32)?

  /// The allocated bytes.
  var bytes: Int { get }
}

extension PendingSet {
  @inline(__always)
  mutating func holdFirst(adding increment: UInt64) -> (tick: UInt64, event: UInt32)? {
    guard let first = takeFirst() else { return nil }
    insert(first.event, at: first.tick + increment)
    return first
  }
}

/// A binary heap (Williams 1964): an event is no later than its two children.
struct BinaryHeap: PendingSet {
  private var heap: [PendingSetEvent] = []
  private var nextOrder: UInt32 = 0

  init(capacity: Int) {
    heap.reserveCapacity(capacity)
  }

  var bytes: Int { heap.capacity * MemoryLayout<PendingSetEvent>.stride }

  mutating func insert(_ event: UInt32, at tick: UInt64) {
    let added = PendingSetEvent(event, at: tick, order: nextOrder)
    nextOrder &+= 1
    heap.append(added)
    rise(added, from: heap.count - 1)
  }

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return (last.tick, last.number) }
    sink(last)
    return (first.tick, first.number)
  }

  /// Moves the hole at the root down to a leaf, and then `event` up from there.
  ///
  /// The event comes from the bottom and seldom rises far, so comparing it on the way down would be
  /// wasted work (Wegener 1993).
  private mutating func sink(_ event: PendingSetEvent) {
    let count = heap.count
    var hole = 0
    var child = 1
    while child + 1 < count {
      let least = child + (heap[child + 1] < heap[child] ? 1 : 0)
      heap[hole] = heap[least]
      hole = least
      child = 2 * hole + 1
    }
    if child < count {
      heap[hole] = heap[child]
      hole = child
    }
    rise(event, from: hole)
  }

  private mutating func rise(_ event: PendingSetEvent, from start: Int) {
    var hole = start
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard event < heap[parent] else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = event
  }
}

/// An event of 16 bytes, ordered by its tick, then by the order of insertion.
struct PendingSetEvent {
  private let orderAndNumber: UInt64
  let tick: UInt64

  @inline(__always)
  init(_ number: UInt32, at tick: UInt64, order: UInt32) {
    orderAndNumber = UInt64(order) << 32 | UInt64(number)
    self.tick = tick
  }

  var number: UInt32 { UInt32(truncatingIfNeeded: orderAndNumber) }

  /// Compares both words as one number, without a branch.
  @inline(__always)
  static func < (one: Self, other: Self) -> Bool {
    UInt128(_low: one.orderAndNumber, _high: one.tick)
      < UInt128(_low: other.orderAndNumber, _high: other.tick)
  }
}

/// The HOLD model on a structure in Swift.
///
/// It is generic, so that the compiler specializes a loop for each structure.
final class PendingSetRun<Pending: PendingSet>: HoldRun {
  private var pending: Pending
  private let increments: [UInt64]
  private var done = 0
  private var checkSum = HoldCheckSum()

  init(on workload: HoldWorkload) {
    pending = Pending(capacity: workload.firstTicks.count)
    increments = workload.increments
    for (event, tick) in workload.firstTicks.enumerated() {
      pending.insert(UInt32(event), at: tick)
    }
  }

  func hold(times: Int) -> UInt64 {
    let holds = done..<done + times
    done += times
    return Self.hold(holds, on: &pending, adding: increments, into: &checkSum)
  }

  // All state is passed by reference: each use of a property would be checked for exclusivity.
  private static func hold(
    _ holds: Range<Int>, on pending: inout Pending, adding increments: [UInt64],
    into checkSum: inout HoldCheckSum
  ) -> UInt64 {
    let mask = increments.count - 1
    for hold in holds {
      guard let first = pending.holdFirst(adding: increments[hold & mask]) else { break }
      checkSum.take(first.event, at: first.tick)
    }
    return checkSum.value
  }

  var bytes: Int { pending.bytes }
}

/// A heap with four children per parent (Johnson 1975).
///
/// It has half the levels of a binary heap, and siblings are adjacent in memory.
struct QuaternaryHeap: PendingSet {
  private var heap: [PendingSetEvent] = []
  private var nextOrder: UInt32 = 0

  init(capacity: Int) {
    heap.reserveCapacity(capacity)
  }

  var bytes: Int { heap.capacity * MemoryLayout<PendingSetEvent>.stride }

  mutating func insert(_ event: UInt32, at tick: UInt64) {
    let added = PendingSetEvent(event, at: tick, order: nextOrder)
    nextOrder &+= 1
    heap.append(added)
    Self.rise(added, from: heap.count - 1, in: &heap)
  }

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return (last.tick, last.number) }
    Self.replaceRoot(by: last, in: &heap)
    return (first.tick, first.number)
  }

  mutating func holdFirst(adding increment: UInt64) -> (tick: UInt64, event: UInt32)? {
    guard let first = heap.first else { return nil }
    let back = PendingSetEvent(first.number, at: first.tick + increment, order: nextOrder)
    nextOrder &+= 1
    Self.replaceRoot(by: back, in: &heap)
    return (first.tick, first.number)
  }

  /// Moves the hole down to a leaf, and `event` up from there, as the binary heap does.
  private static func replaceRoot(by event: PendingSetEvent, in heap: inout [PendingSetEvent]) {
    let count = heap.count
    var hole = 0
    var child = 1
    while child + 3 < count {
      let left = child + (heap[child + 1] < heap[child] ? 1 : 0)
      let right = child + 2 + (heap[child + 3] < heap[child + 2] ? 1 : 0)
      let least = heap[right] < heap[left] ? right : left
      heap[hole] = heap[least]
      hole = least
      child = 4 * hole + 1
    }
    if child < count {
      var least = child
      for other in child + 1..<count where heap[other] < heap[least] { least = other }
      heap[hole] = heap[least]
      hole = least
    }
    rise(event, from: hole, in: &heap)
  }

  private static func rise(
    _ event: PendingSetEvent, from start: Int, in heap: inout [PendingSetEvent]
  ) {
    var hole = start
    while hole > 0 {
      let parent = (hole - 1) / 4
      guard event < heap[parent] else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = event
  }
}

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
