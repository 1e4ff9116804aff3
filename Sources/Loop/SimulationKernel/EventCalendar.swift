/// A priority queue of pending events, in the order of their times; equal times keep the order of
/// scheduling.
///
/// A ladder queue: the future lies in windows of time, unsorted, each in order of arrival. A
/// crowded window is divided into narrower windows when its turn comes, and one of about a dozen
/// events is sorted. Each event is moved three or four times, in the order of memory.
public struct EventCalendar<Time: SimulationTime, Event: BitwiseCopyable & Sendable>: ~Copyable {
  @usableFromInline var pool = ChunkPool<Event>()
  @usableFromInline var window = Window<Event>()
  @usableFromInline var ladder = Ladder<Event>()
  @usableFromInline var tickets = Tickets()

  /// The rung of the widest windows, and the entries of each window.
  @usableFromInline var wide = Rung.past
  @usableFromInline var lists = RawArray<ChunkPool<Event>.List>(capacity: 0)
  /// The events after the last wide window.
  @usableFromInline var far = ChunkPool<Event>.List()
  @usableFromInline var farCount = 0

  /// Events before this tick are sorted into the current window.
  @usableFromInline var windowEnd: UInt64 = 0
  /// Events before this tick are in the current window or on the ladder.
  @usableFromInline var ladderEnd: UInt64 = 0
  /// Events before this tick are in the current window, on the ladder or in a wide window.
  @usableFromInline var wideEnd: UInt64 = 0

  /// The tick of the last event taken, before which nothing may be scheduled.
  @usableFromInline var present: UInt64 = 0
  /// The number of events taken since the wide windows were opened, and the present at that time.
  @usableFromInline var taken = 0
  @usableFromInline var opened: UInt64 = 0
  /// The number of entries after the current window, cancelled ones included.
  @usableFromInline var waiting = 0
  /// The first event that was scheduled into the past.
  @usableFromInline var refusal: SchedulingIntoPast<Time, Event>?

  /// Creates an empty calendar, in which nothing happens before `start`.
  @inlinable
  public init(from start: Time) { present = start.tick }

  /// Creates an empty calendar without an earliest time.
  @inlinable
  public init() {}

  /// The number of pending events.
  @inlinable
  public var count: Int { window.count + waiting - tickets.calledOff }

  /// Whether no event is pending; a cancelled one does not count.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Makes `time` the present; all events taken precede it.
  @inlinable
  mutating func advance(to time: Time) { present = max(present, time.tick) }

  /// Returns the first event that was scheduled into the past, once.
  @inlinable
  mutating func takeRefusal() -> SchedulingIntoPast<Time, Event>? {
    defer { refusal = nil }
    return refusal
  }

  /// The memory of events, in bytes.
  @inlinable
  public var bytes: Int {
    pool.bytes + ladder.bytes + window.bytes + tickets.bytes
      + lists.bytes
  }
}

extension EventCalendar {
  /// Divides the far future into wide windows.
  @inlinable
  mutating func openWide() {
    if pool.entries.capacity > 16 * max(farCount, 4_096) { packFar() }
    var earliest = UInt64.max
    var latest: UInt64 = 0
    pool.forEach(of: far) {
      earliest = min(earliest, $0.tick)
      latest = max(latest, $0.tick)
    }
    var sum = 0.0
    pool.forEach(of: far) { sum += Double($0.tick &- earliest) }
    // The windows end at sixteen times the mean: a few events in a year's time would make the
    // windows of today too wide.
    let reach = 16 * sum / Double(farCount) + 1
    var limit = latest + 1
    if reach < Double(limit - earliest) { limit = earliest + UInt64(reach) }
    wide = Rung(
      from: earliest, to: limit, wanted: wideWindows(for: farCount, within: limit - earliest))
    lists.grow(to: wide.windows, keeping: 0)
    lists.fill(wide.windows, with: ChunkPool.List())
    let old = far
    far = ChunkPool.List()
    farCount = 0
    wideEnd = limit
    ladderEnd = earliest
    windowEnd = earliest
    var reader = pool.reader(of: old)
    while true {
      // Read by place, because the pool grows while it is read.
      for place in reader.places {
        let entry = pool.entries[place]
        if entry.tick < limit {
          pool.append(entry, to: &lists[wide.window(of: entry.tick)])
        } else {
          pool.append(entry, to: &far)
          farCount += 1
        }
      }
      let done = reader.chunk
      let goesOn = pool.advance(&reader)
      pool.release(done)
      if !goesOn { return }
    }
  }

  /// Gives back the room of a crowd that is gone; the pool holds nothing but the far future when a
  /// wide rung is due.
  @inlinable
  @inline(never)
  mutating func packFar() {
    var packed = ChunkPool<Event>()
    var list = ChunkPool<Event>.List()
    pool.forEach(of: far) { packed.append($0, to: &list) }
    pool = packed
    far = list
  }

  /// Returns the number of wide windows for `count` events within so many ticks.
  ///
  /// A window should hold as many events as are sorted fast. Where each event taken schedules
  /// another, as many pass through it as were taken in that time before; where increments are short
  /// and few are long, those are many more than it holds at first. The ends of all lists should fit
  /// the processor's cache.
  @inlinable
  mutating func wideWindows(for count: Int, within length: UInt64) -> Int {
    let passed = Double(present &- opened)
    let passing = passed > 0 ? Double(taken) / passed * Double(length) : Double(count)
    (taken, opened) = (0, present)
    let many = min(max(count / Window<Event>.sortable, 2_048), 4_096)
    return min(max(Int(min(passing, 1e9)) / 64, count / 8, 16), many)
  }
}

extension EventCalendar {
  /// Removes and returns the next event before `horizon`; `nil` if there is none.
  @inlinable
  @inline(__always)
  public mutating func next(before horizon: Time) -> (time: Time, event: Event)? {
    let limit = horizon.tick
    while !window.isEmpty || refill() {
      let entry = window.entries[window.first]
      if entry.tick >= limit { return nil }
      window.first &+= 1
      // Few events have a slot: most cannot be cancelled.
      if entry.slot != 0, !tickets.redeem(entry.slot) { continue }
      present = entry.tick
      taken &+= 1
      return (Time(tick: entry.tick), entry.event)
    }
    return nil
  }

  /// The time of the next event, or earlier if that one was cancelled; `nil` if none is pending.
  @inlinable
  public mutating func upcomingTime() -> Time? {
    if window.isEmpty, !refill() { return nil }
    return Time(tick: window.entries[window.first].tick)
  }

  /// Returns the event `distance` places after the next one, if the current window contains it.
  @inlinable
  @inline(__always)
  func upcoming(_ distance: Int) -> Event? {
    let place = window.first &+ distance
    return place < window.end ? window.entries[place].event : nil
  }

  /// Makes the next window with entries the current one; returns `false` if none is left.
  @inlinable
  @inline(never)
  mutating func refill() -> Bool {
    while true {
      if ladder.depth > 0 {
        if takeFromLadder() { return true }
      } else if wide.next < wide.windows {
        if takeFromWide() { return true }
      } else if farCount > 0 {
        openWide()
      } else {
        return false
      }
    }
  }

  /// Makes the next window of the innermost rung the current one, or divides it; returns whether a
  /// sorted window is ready.
  @inlinable
  mutating func takeFromLadder() -> Bool {
    let level = ladder.depth - 1
    let rung = ladder.rungs[level]
    var turn = rung.next
    var count = 0
    while turn < rung.windows {
      count = ladder.count(in: turn, of: rung)
      if count > 0 { break }
      turn += 1
    }
    guard count > 0 else {
      windowEnd = rung.limit
      ladder.close()
      return false
    }
    ladder.rungs[level].next = turn + 1
    if count <= Window<Event>.sortable {
      ladder.sort(turn, of: rung, holding: count, into: &window)
    } else if rung.shift == 0 {
      window.reserve(count)
      ladder.copy(turn, of: rung, to: &window.entries, at: window.first)
    } else {
      ladder.divide(turn, of: rung, holding: count)
      return false
    }
    ladder.releaseLate(in: turn, of: rung)
    waiting -= count
    windowEnd = rung.end(of: turn)
    return true
  }

  /// Makes the next wide window the current one, or divides it; returns whether a sorted window is
  /// ready.
  @inlinable
  mutating func takeFromWide() -> Bool {
    var turn = wide.next
    while turn < wide.windows, lists[turn].isEmpty { turn += 1 }
    guard turn < wide.windows else {
      wide.next = turn
      ladderEnd = wide.limit
      windowEnd = wide.limit
      return false
    }
    wide.next = turn + 1
    let list = lists[turn]
    lists[turn] = ChunkPool.List()
    let end = wide.end(of: turn)
    ladderEnd = end
    let count = pool.count(of: list)
    if count <= Window<Event>.sortable {
      pool.sort(
        list, holding: count, from: wide.start(of: turn), bits: wide.shift, into: &window)
    } else if wide.shift == 0 {
      window.reserve(count)
      pool.move(list, to: &window.entries, at: window.first)
    } else {
      pool.divide(list, holding: count, from: wide.start(of: turn), to: end, onto: &ladder)
      return false
    }
    waiting -= count
    windowEnd = end
    return true
  }
}

/// A digest of all handled events: equal for equal runs, and almost certainly different for others.
///
/// It is a sum over the events, so that the digests of shards that each handled some of them add up
/// to the digest of one run. Events of one moment may be handled in any order.
@frozen
public struct EventLog: Hashable, BitwiseCopyable, Sendable {
  @usableFromInline var events: UInt64 = 0
  @usableFromInline var sum: UInt64 = 0

  /// Creates the digest of no events.
  @inlinable
  public init() {}

  /// The number of handled events.
  @inlinable
  public var count: UInt64 { events }

  /// The digest.
  public var hash: UInt64 {
    // The number counts, too, so that events which mix to 0 do.
    var mixed = sum ^ events &* 0x2545_f491_4f6c_dd1d
    mixed = (mixed ^ (mixed >> 31)) &* 0x7fb5_d329_728e_a185
    mixed = (mixed ^ (mixed >> 27)) &* 0x81da_def4_bc2d_d44d
    return mixed ^ (mixed >> 33)
  }

  /// Adds one event.
  @inlinable
  @inline(__always)
  mutating func add(_ tick: UInt64, _ fingerprint: UInt64) {
    events &+= 1
    // Each event is mixed on its own, and only the addition waits for the event before.
    var mixed = (tick &* 0xff51_afd7_ed55_8ccd) ^ (fingerprint &* 0xc4ce_b9fe_1a85_ec53)
    mixed = (mixed ^ (mixed >> 32)) &* 0x9fb2_1c65_1e98_df25
    sum &+= mixed ^ (mixed >> 29)
  }

  /// The number of events and their sum, as a message between processes has them.
  package var words: [UInt64] { [events, sum] }

  /// Takes over the log of another process.
  package init(events: UInt64, sum: UInt64) {
    self.events = events
    self.sum = sum
  }

  /// Adds the events of another shard.
  public mutating func add(_ other: EventLog) {
    events &+= other.events
    sum &+= other.sum
  }
}

/// The error of a model that scheduled an event before the present, or never.
public struct SchedulingIntoPast<Time: SimulationTime, Event: BitwiseCopyable & Sendable>: Error {
  /// The refused event, which is not in the calendar.
  public let event: Event
  /// The requested time of the event.
  public let time: Time
  /// The time that the simulation had reached.
  public let now: Time

  @inlinable
  init(_ event: Event, at time: Time, now: Time) {
    self.event = event
    self.time = time
    self.now = now
  }
}

extension SchedulingIntoPast: CustomStringConvertible {
  public var description: String {
    let fault =
      time.tick == .max ? "which never comes; the present is" : "which is before the present,"
    return "the model scheduled the event '\(event)' at \(time), \(fault) \(now)"
  }
}
