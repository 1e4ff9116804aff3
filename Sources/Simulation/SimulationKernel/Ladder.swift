/// The rungs on which crowded windows are cut into smaller ones, the widest first.
///
/// The entries of a rung lie window by window; those that come later are in a list for each window.
/// Rungs share the memory as a stack does.
@usableFromInline
struct Ladder<Event: BitwiseCopyable>: ~Copyable {
  @usableFromInline var rungs = RawArray<Rung>(capacity: 16)
  @usableFromInline var depth = 0

  @usableFromInline var entries = RawArray<Entry<Event>>(capacity: 0)
  @usableFromInline var entriesEnd = 0

  /// Where the entries of each window end; those of the next begin there.
  @usableFromInline var ends = RawArray<UInt32>(capacity: 0)
  /// The first and the last latecomer of each window; 0 is none.
  @usableFromInline var firstLate = RawArray<UInt32>(capacity: 0)
  @usableFromInline var lastLate = RawArray<UInt32>(capacity: 0)
  @usableFromInline var windowsEnd = 0

  @usableFromInline var late = RawArray<Entry<Event>>(capacity: 16)
  /// For each latecomer the next in its window, or among the free.
  @usableFromInline var afterLate = RawArray<UInt32>(capacity: 16)
  @usableFromInline var freeLate: UInt32 = 0
  /// The first place for a latecomer that was never used; place 0 stands for none.
  @usableFromInline var freshLate = 1

  @inlinable
  init() {}

  /// The number of entries that a window is meant to hold.
  @inlinable
  static var usual: Int { 256 }

  /// Opens a rung for `count` entries between `base` and `limit`; they are counted and placed next.
  @inlinable
  mutating func open(for count: Int, from base: UInt64, to limit: UInt64) -> Rung {
    let rung = Rung(
      from: base, to: limit, wanted: min(count / Self.usual, 1 << 14), firstEntry: entriesEnd,
      firstWindow: windowsEnd)
    entries.grow(to: entriesEnd + count, keeping: entriesEnd)
    entriesEnd += count
    let columns = windowsEnd + rung.windows + 1
    ends.grow(to: columns, keeping: windowsEnd)
    firstLate.grow(to: columns, keeping: windowsEnd)
    lastLate.grow(to: columns, keeping: windowsEnd)
    for window in windowsEnd..<columns {
      ends[window] = 0
      firstLate[window] = 0
    }
    windowsEnd = columns
    rungs.grow(to: depth + 1, keeping: depth)
    rungs[depth] = rung
    depth += 1
    return rung
  }

  /// Closes the innermost rung, whose windows have all had their turn.
  @inlinable
  mutating func close() {
    depth -= 1
    entriesEnd = rungs[depth].firstEntry
    windowsEnd = rungs[depth].firstWindow
  }

  /// Counts one entry in its window, before any is placed.
  @inlinable
  @inline(__always)
  mutating func count(_ tick: UInt64, in rung: Rung) {
    ends[rung.firstWindow &+ rung.window(of: tick) &+ 1] &+= 1
  }

  /// Turns the counts into places: from here on the end of a window is where its next entry goes.
  @inlinable
  mutating func assignPlaces(in rung: Rung) {
    var place = UInt32(truncatingIfNeeded: rung.firstEntry)
    for window in rung.firstWindow...rung.firstWindow + rung.windows {
      place &+= ends[window]
      ends[window] = place
    }
  }

  /// Lays `entry` out behind those of its window that came before.
  @inlinable
  @inline(__always)
  mutating func place(_ entry: Entry<Event>, in rung: Rung) {
    let window = rung.firstWindow + rung.window(of: entry.tick)
    let place = ends[window]
    entries[Int(place)] = entry
    ends[window] = place &+ 1
  }

  /// Adds an entry to the window that it falls into, on the innermost rung that reaches so far.
  @inlinable
  @inline(never)
  mutating func insert(_ entry: Entry<Event>) {
    var level = depth - 1
    while entry.tick >= rungs[level].limit { level -= 1 }
    let rung = rungs[level]
    let window = rung.firstWindow + rung.window(of: entry.tick)
    let place = takeLate()
    late[Int(place)] = entry
    afterLate[Int(place)] = 0
    if firstLate[window] == 0 {
      firstLate[window] = place
    } else {
      afterLate[Int(lastLate[window])] = place
    }
    lastLate[window] = place
  }

  @inlinable
  mutating func takeLate() -> UInt32 {
    if freeLate != 0 {
      let place = freeLate
      freeLate = afterLate[Int(place)]
      return place
    }
    late.grow(to: freshLate + 1, keeping: freshLate)
    afterLate.grow(to: freshLate + 1, keeping: freshLate)
    freshLate += 1
    return UInt32(truncatingIfNeeded: freshLate - 1)
  }

  /// The number of entries in `window` of `rung`.
  @inlinable
  func count(in window: Int, of rung: Rung) -> Int {
    let column = rung.firstWindow + window
    let start = window == 0 ? rung.firstEntry : Int(ends[column - 1])
    var count = Int(ends[column]) - start
    var latecomer = Int(firstLate[column])
    while latecomer != 0 {
      count += 1
      latecomer = Int(afterLate[latecomer])
    }
    return count
  }

  /// Copies the entries of `window` in order to `target`, from place `first` on.
  @inlinable
  func copy(_ window: Int, of rung: Rung, to target: inout RawArray<Entry<Event>>, at first: Int) {
    let column = rung.firstWindow + window
    let start = window == 0 ? rung.firstEntry : Int(ends[column - 1])
    var next = first
    for place in start..<Int(ends[column]) {
      target[next] = entries[place]
      next += 1
    }
    var latecomer = Int(firstLate[column])
    while latecomer != 0 {
      target[next] = late[latecomer]
      next += 1
      latecomer = Int(afterLate[latecomer])
    }
  }

  /// Sorts the entries of `turn` into `window`.
  @inlinable
  mutating func sort(
    _ turn: Int, of rung: Rung, holding count: Int, into window: inout Window<Event>
  ) {
    window.beginSort(of: count, from: rung.start(of: turn), bits: rung.shift)
    let column = rung.firstWindow + turn
    let start = turn == 0 ? rung.firstEntry : Int(ends[column - 1])
    let end = Int(ends[column])
    for place in start..<end { window.count(entries[place].tick) }
    var latecomer = Int(firstLate[column])
    while latecomer != 0 {
      window.count(late[latecomer].tick)
      latecomer = Int(afterLate[latecomer])
    }
    window.assignPlaces(count)
    for place in start..<end { window.place(entries[place]) }
    latecomer = Int(firstLate[column])
    while latecomer != 0 {
      window.place(late[latecomer])
      latecomer = Int(afterLate[latecomer])
    }
    window.finishSort()
  }

  /// Moves the entries of `window`, so many that they are not worth sorting, to a rung of their own.
  @inlinable
  mutating func divide(_ window: Int, of rung: Rung, holding count: Int) {
    let inner = open(for: count, from: rung.start(of: window), to: rung.end(of: window))
    let column = rung.firstWindow + window
    let start = window == 0 ? rung.firstEntry : Int(ends[column - 1])
    let end = Int(ends[column])
    for place in start..<end { self.count(entries[place].tick, in: inner) }
    var latecomer = Int(firstLate[column])
    while latecomer != 0 {
      self.count(late[latecomer].tick, in: inner)
      latecomer = Int(afterLate[latecomer])
    }
    assignPlaces(in: inner)
    for place in start..<end { self.place(entries[place], in: inner) }
    latecomer = Int(firstLate[column])
    while latecomer != 0 {
      self.place(late[latecomer], in: inner)
      latecomer = Int(afterLate[latecomer])
    }
    releaseLate(in: window, of: rung)
  }

  /// Moves the entries of `window`, which end before `limit`, to a rung of their own.
  @inlinable
  mutating func divide(_ window: inout Window<Event>, from base: UInt64, to limit: UInt64) {
    // A rung whose last window this was would only be in the way, and there may be many such.
    while depth > 0, rungs[depth - 1].isPast { close() }
    let inner = open(for: window.count, from: base, to: limit)
    for place in window.first..<window.end { count(window.entries[place].tick, in: inner) }
    assignPlaces(in: inner)
    for place in window.first..<window.end { self.place(window.entries[place], in: inner) }
    window.first = window.end
  }

  /// Frees the places of the latecomers of `window`.
  @inlinable
  mutating func releaseLate(in window: Int, of rung: Rung) {
    let column = rung.firstWindow + window
    guard firstLate[column] != 0 else { return }
    afterLate[Int(lastLate[column])] = freeLate
    freeLate = firstLate[column]
    firstLate[column] = 0
  }

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int {
    (entries.capacity + late.capacity) * MemoryLayout<Entry<Event>>.stride
      + (ends.capacity + firstLate.capacity + lastLate.capacity + afterLate.capacity) * 4
  }
}
