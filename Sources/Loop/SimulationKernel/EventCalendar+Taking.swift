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
