/// A calendar queue (Brown 1988): the days of a year are sorted lists, which later years share.
///
/// The number of days doubles or halves with the events. Only then is the length of a day estimated
/// again. Events of one tick keep the order of insertion, because an insertion goes behind its
/// equals.
struct CalendarQueue: PendingSet {
  private static let none = UInt32.max

  private struct Node {
    var tick: UInt64
    var event: UInt32
    var next: UInt32
  }

  private var nodes: [Node] = []
  private var free = none
  private var days: [UInt32]
  private var lengthOfDay: UInt64 = 1
  /// The last tick removed and its day, counted from tick 0; no event is earlier.
  private var now: UInt64 = 0
  private var today: UInt64 = 0
  private var count = 0

  init(capacity: Int) {
    nodes.reserveCapacity(capacity)
    days = [Self.none, Self.none]
  }

  var bytes: Int {
    nodes.capacity * MemoryLayout<Node>.stride + days.capacity * MemoryLayout<UInt32>.stride
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
    file(node)
    count += 1
    if count > 2 * days.count { resize(to: 2 * days.count) }
  }

  mutating func takeFirst() -> (tick: UInt64, event: UInt32)? {
    guard count > 0 else { return nil }
    let place = findFirst()
    let node = days[place]
    let taken = nodes[Int(node)]
    days[place] = taken.next
    nodes[Int(node)].next = free
    free = node
    count -= 1
    now = taken.tick
    if days.count > 2 && 2 * count < days.count { resize(to: days.count / 2) }
    return (taken.tick, taken.event)
  }

  /// Advances the calendar to the day of the first event, and returns the index of that day's list.
  private mutating func findFirst() -> Int {
    let mask = UInt64(days.count - 1)
    for day in today...today + mask {
      let node = days[Int(day & mask)]
      if node != Self.none && nodes[Int(node)].tick / lengthOfDay == day {
        today = day
        return Int(day & mask)
      }
    }
    // No event within a year: take the earliest of the lists' first events.
    let first = days.filter { $0 != Self.none }.min { nodes[Int($0)].tick < nodes[Int($1)].tick }
    guard let first else { fatalError("\(count) events, and all days are empty") }
    today = nodes[Int(first)].tick / lengthOfDay
    return Int(today & mask)
  }

  private mutating func file(_ node: UInt32) {
    let tick = nodes[Int(node)].tick
    let place = Int((tick / lengthOfDay) & UInt64(days.count - 1))
    var later = days[place]
    guard later != Self.none, nodes[Int(later)].tick <= tick else {
      nodes[Int(node)].next = later
      days[place] = node
      return
    }
    var before = later
    while true {
      later = nodes[Int(before)].next
      guard later != Self.none, nodes[Int(later)].tick <= tick else { break }
      before = later
    }
    nodes[Int(node)].next = later
    nodes[Int(before)].next = node
  }

  private mutating func resize(to dayCount: Int) {
    let lists = days
    lengthOfDay = fittingLength()
    today = now / lengthOfDay
    days = [UInt32](repeating: Self.none, count: dayCount)
    for var node in lists {
      while node != Self.none {
        let next = nodes[Int(node)].next
        file(node)
        node = next
      }
    }
  }

  /// Returns three times the mean gap between the first 25 events without outliers, as Brown does.
  private func fittingLength() -> UInt64 {
    var first: [UInt64] = []
    for var node in days {
      while node != Self.none {
        let tick = nodes[Int(node)].tick
        node = nodes[Int(node)].next
        if first.count == 25 {
          guard tick < first[24] else { continue }
          first.removeLast()
        }
        first.insert(tick, at: first.firstIndex { $0 > tick } ?? first.count)
      }
    }
    guard let earliest = first.first, let latest = first.last, first.count > 1 else { return 1 }
    let gaps = zip(first.dropFirst(), first).map { $0 - $1 }
    let mean = (latest - earliest) / UInt64(gaps.count)
    let usual = gaps.filter { $0 <= 2 * mean }
    return max(1, 3 * usual.reduce(0, +) / UInt64(max(1, usual.count)))
  }
}
