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
