/// A pending event with its time and its ticket.
@frozen
@usableFromInline
struct Entry<Event: BitwiseCopyable>: BitwiseCopyable {
  @usableFromInline let tick: UInt64
  @usableFromInline let event: Event
  /// The slot of the event's ticket; 0 for an event without one.
  @usableFromInline let slot: UInt32

  @inlinable
  init(tick: UInt64, event: Event, slot: UInt32) {
    self.tick = tick
    self.event = event
    self.slot = slot
  }
}

extension EventCalendar {
  /// Schedules `event` at `time`, after all events already scheduled for that time.
  ///
  /// An event before the present, or never, is refused: the current run ends with
  /// `SchedulingIntoPast`.
  @inlinable
  @inline(__always)
  public mutating func schedule(_ event: Event, at time: Time) {
    insert(Entry(tick: time.tick, event: event, slot: 0))
  }

  /// Schedules `event` at `time`, and returns a ticket that can cancel it.
  @inlinable
  public mutating func scheduleCancellable(_ event: Event, at time: Time) -> Ticket {
    let ticket = tickets.issue()
    insert(Entry(tick: time.tick, event: event, slot: ticket.slot))
    return ticket
  }

  /// Cancels the event of `ticket`; returns whether it was pending.
  @inlinable
  @discardableResult
  public mutating func cancel(_ ticket: Ticket) -> Bool { tickets.callOff(ticket) }

  /// Whether the event of `ticket` is pending.
  @inlinable
  public func isPending(_ ticket: Ticket) -> Bool { tickets.isPending(ticket) }

  @inlinable
  @inline(__always)
  mutating func insert(_ entry: Entry<Event>) {
    let tick = entry.tick
    if tick >= ladderEnd, tick < wideEnd {
      waiting &+= 1
      pool.append(entry, to: &lists[wide.window(of: tick)])
    } else {
      insertElsewhere(entry)
    }
  }

  @inlinable
  @inline(never)
  mutating func insertElsewhere(_ entry: Entry<Event>) {
    guard entry.tick >= present, entry.tick < .max else { return refuse(entry) }
    if entry.tick < windowEnd {
      if window.insert(entry) { return }
      divideWindow(from: entry.tick)
    }
    waiting += 1
    if entry.tick >= wideEnd {
      pool.append(entry, to: &far)
      farCount += 1
    } else {
      ladder.insert(entry)
    }
  }

  /// Moves the current window, grown too large, to a rung of its own that begins no later than
  /// `tick`.
  @inlinable
  mutating func divideWindow(from tick: UInt64) {
    let base = min(tick, window.entries[window.first].tick)
    waiting += window.count
    ladder.divide(&window, from: base, to: windowEnd)
    windowEnd = base
  }

  @inlinable
  mutating func refuse(_ entry: Entry<Event>) {
    if entry.slot != 0 { _ = tickets.redeem(entry.slot) }
    guard refusal == nil else { return }
    refusal = SchedulingIntoPast(entry.event, at: Time(tick: entry.tick), now: Time(tick: present))
  }
}

/// A handle that cancels one event.
@frozen
public struct Ticket: Hashable, BitwiseCopyable, Sendable {
  @usableFromInline let slot: UInt32
  /// The generation, which differs from those of earlier tickets in the slot.
  @usableFromInline let generation: UInt32

  @inlinable
  init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }
}

/// The tickets of pending events, with the state of each event.
@usableFromInline
struct Tickets: ~Copyable {
  @frozen
  @usableFromInline
  enum State: UInt8, BitwiseCopyable {
    case free, pending, calledOff
  }

  @usableFromInline var states: [State] = [.free]
  @usableFromInline var generations: [UInt32] = [0]
  @usableFromInline var free: [UInt32] = []
  /// The number of cancelled events that are still stored.
  @usableFromInline var calledOff = 0

  @inlinable
  init() {}

  @inlinable
  mutating func issue() -> Ticket {
    if let slot = free.popLast() {
      states[Int(slot)] = .pending
      return Ticket(slot: slot, generation: generations[Int(slot)])
    }
    states.append(.pending)
    generations.append(0)
    return Ticket(slot: UInt32(states.count - 1), generation: 0)
  }

  /// Cancels the event of `ticket`; returns whether it was pending.
  @inlinable
  mutating func callOff(_ ticket: Ticket) -> Bool {
    let slot = Int(ticket.slot)
    guard slot < states.count, generations[slot] == ticket.generation, states[slot] == .pending
    else { return false }
    states[slot] = .calledOff
    calledOff += 1
    return true
  }

  @inlinable
  func isPending(_ ticket: Ticket) -> Bool {
    let slot = Int(ticket.slot)
    return slot < states.count && generations[slot] == ticket.generation && states[slot] == .pending
  }

  /// Ends the ticket of an event whose time has come; returns whether the event was not cancelled.
  @inlinable
  @inline(never)
  mutating func redeem(_ slot: UInt32) -> Bool {
    let happens = states[Int(slot)] == .pending
    if !happens { calledOff -= 1 }
    states[Int(slot)] = .free
    generations[Int(slot)] &+= 1
    free.append(slot)
    return happens
  }

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int { states.capacity + (generations.capacity + free.capacity) * 4 }
}
