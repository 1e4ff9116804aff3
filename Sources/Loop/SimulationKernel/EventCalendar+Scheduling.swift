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
