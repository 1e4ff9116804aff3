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
