extension EventCalendar {
  /// Cuts the far future into wide windows.
  @inlinable
  mutating func openWide() {
    var earliest = UInt64.max
    var latest: UInt64 = 0
    var reader = ChunkPool.Reader(far)
    repeat {
      let chunk = pool.entries(of: reader)
      for place in 0..<chunk.count {
        let tick = chunk[place].tick
        earliest = min(earliest, tick)
        latest = max(latest, tick)
      }
    } while pool.advance(&reader)
    reader = ChunkPool.Reader(far)
    var sum = 0.0
    repeat {
      let chunk = pool.entries(of: reader)
      for place in 0..<chunk.count { sum += Double(chunk[place].tick &- earliest) }
    } while pool.advance(&reader)
    // Not all the way to the last: a few events in a year's time would make the windows of today
    // too wide. What lies beyond sixteen times the mean stays far.
    let reach = 16 * sum / Double(farCount) + 1
    var limit = latest + 1
    if reach < Double(limit - earliest) { limit = earliest + UInt64(reach) }
    // As many windows as events: in fewer, short increments would end in the window under way.
    wide = Rung(from: earliest, to: limit, wanted: min(max(farCount, 16), Self.mostWideWindows))
    lists.grow(to: wide.windows, keeping: 0)
    lists.fill(wide.windows, with: ChunkPool.List())
    let old = far
    far = ChunkPool.List()
    farCount = 0
    wideEnd = limit
    ladderEnd = earliest
    windowEnd = earliest
    reader = ChunkPool.Reader(old)
    while true {
      let chunk = pool.entries(of: reader)
      for place in 0..<chunk.count {
        let entry = chunk[place]
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

  /// So many windows that the ends of their lists fit into the second-level cache.
  @inlinable
  static var mostWideWindows: Int { 4_096 }
}
