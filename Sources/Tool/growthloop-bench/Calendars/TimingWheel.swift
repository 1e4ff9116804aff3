/// Hierarchical timing wheels (Varghese and Lauck 1987): 11 wheels of 64 slots.
///
/// Each slot of a wheel is as long as the whole wheel below. The wheel of an event is the highest
/// digit, to base 64, in which its tick differs from the present one. A slot is handed down only
/// when all lower wheels are empty, and in its own order. So events of one tick keep the order of
/// insertion.
struct TimingWheel: PendingSet {
  private static let none = UInt32.max

  private struct Node {
    var tick: UInt64
    var event: UInt32
    var next: UInt32
  }

  private struct Slot {
    var first = none
    var last = none
  }

  private var nodes: [Node] = []
  private var free = none
  private var slots = [Slot](repeating: Slot(), count: 11 * 64)
  /// One bit for each nonempty slot, per wheel.
  private var filled = [UInt64](repeating: 0, count: 11)
  private var now: UInt64 = 0

  init(capacity: Int) {
    nodes.reserveCapacity(capacity)
  }

  var bytes: Int {
    nodes.capacity * MemoryLayout<Node>.stride + slots.capacity * MemoryLayout<Slot>.stride
  }

  mutating func insert(_ event: UInt32, at tick: UInt64) {
    let node: UInt32
    if free == Self.none {
      node = UInt32(nodes.count)
      nodes.append(Node(tick: tick, event: event, next: Self.none))
    } else {
      node = free
      free = nodes[Int(node)].next
      nodes[Int(node)] = Node(tick: tick, event: event, next: Self.none)
    }
    file(node, at: tick)
  }

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)? {
    if filled[0] == 0 {
      guard let wheel = filled.firstIndex(where: { $0 != 0 }) else { return nil }
      handDown(wheel)
    }
    let slot = filled[0].trailingZeroBitCount
    let node = slots[slot].first
    let taken = nodes[Int(node)]
    slots[slot].first = taken.next
    if taken.next == Self.none { filled[0] &= filled[0] - 1 }
    nodes[Int(node)].next = free
    free = node
    now = taken.tick
    return (taken.tick, taken.event)
  }

  @inline(__always)
  private mutating func file(_ node: UInt32, at tick: UInt64) {
    let wheel = (63 - ((tick ^ now) | 1).leadingZeroBitCount) / 6
    let digit = (tick >> UInt64(6 * wheel)) & 63
    let slot = 64 * wheel + Int(digit)
    if filled[wheel] & (1 << digit) == 0 {
      filled[wheel] |= 1 << digit
      slots[slot] = Slot(first: node, last: node)
    } else {
      nodes[Int(slots[slot].last)].next = node
      slots[slot].last = node
    }
  }

  /// Hands the first slot of a wheel down.
  ///
  /// Time advances to its earliest event, not to its start. With few events per slot, an event then
  /// need not visit every lower wheel.
  private mutating func handDown(_ wheel: Int) {
    let slot = 64 * wheel + filled[wheel].trailingZeroBitCount
    filled[wheel] &= filled[wheel] - 1
    var earliest = UInt64.max
    var node = slots[slot].first
    while node != Self.none {
      earliest = min(earliest, nodes[Int(node)].tick)
      node = nodes[Int(node)].next
    }
    now = earliest
    node = slots[slot].first
    while node != Self.none {
      let next = nodes[Int(node)].next
      nodes[Int(node)].next = Self.none
      file(node, at: nodes[Int(node)].tick)
      node = next
    }
  }
}
