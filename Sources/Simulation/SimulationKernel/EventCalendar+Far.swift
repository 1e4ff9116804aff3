extension EventCalendar {
  /// Divides the far future into wide windows.
  @inlinable
  mutating func openWide() {
    packFar(ChunkPool<Event>.chunkBits(for: farCount))
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
    wide = Rung(from: earliest, to: limit, wanted: Self.wideWindows(for: farCount))
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

  /// Repacks the far future into chunks of another size; the pool holds nothing else when a wide
  /// rung is due.
  @inlinable
  mutating func packFar(_ chunkBits: Int) {
    guard chunkBits != pool.chunkBits else { return }
    var packed = ChunkPool<Event>(chunkBits: chunkBits)
    var list = ChunkPool<Event>.List()
    pool.forEach(of: far) { packed.append($0, to: &list) }
    pool = packed
    far = list
  }

  /// Returns the number of wide windows for `count` events.
  ///
  /// Each window should be sortable at its turn, and the ends of all lists should fit the
  /// processor's cache. With few windows, short increments would end in the current one:
  /// few events get one for every two of them.
  @inlinable
  static func wideWindows(for count: Int) -> Int {
    let many = min(max(count / Window<Event>.sortable, 1_024), 4_096)
    return min(max(count / 8, min(count / 2, 512), 16), many)
  }
}
