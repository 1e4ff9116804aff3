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
