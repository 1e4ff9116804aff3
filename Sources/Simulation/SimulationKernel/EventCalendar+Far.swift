extension EventCalendar {
  /// Cuts the far future into wide windows.
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
    // Not all the way to the last: a few events in a year's time would make the windows of today
    // too wide. What lies beyond sixteen times the mean stays far.
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
      // By its place, for the pool grows while it is read.
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

  /// Puts the far future, which is all that the pool holds when a wide rung is due, into chunks of
  /// another size.
  @inlinable
  mutating func packFar(_ chunkBits: Int) {
    guard chunkBits != pool.chunkBits else { return }
    var packed = ChunkPool<Event>(chunkBits: chunkBits)
    var list = ChunkPool<Event>.List()
    pool.forEach(of: far) { packed.append($0, to: &list) }
    pool = packed
    far = list
  }

  /// So many windows for `count` events that each can be sorted when its turn comes, but not so many
  /// that the processor forgets where the ends of their lists are; in very few, short increments would
  /// end in the window under way.
  @inlinable
  static func wideWindows(for count: Int) -> Int {
    let many = min(max(count / Window<Event>.sortable, 1_024), 4_096)
    return min(max(count / 8, 16), many)
  }
}
