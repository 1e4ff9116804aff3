/// The rungs that divide crowded windows into smaller ones, the widest first.
///
/// The entries of a rung lie window by window; late ones are in a list for each window. Rungs share
/// the memory as a stack.
@usableFromInline
struct Ladder<Event: BitwiseCopyable>: ~Copyable {
  @usableFromInline var rungs = RawArray<Rung>(capacity: 16)
  @usableFromInline var depth = 0

  @usableFromInline var entries = RawArray<Entry<Event>>(capacity: 0)
  @usableFromInline var entriesEnd = 0

  /// The end of the entries of each window, where those of the next begin.
  @usableFromInline var ends = RawArray<UInt32>(capacity: 0)
  /// The first and the last late entry of each window; 0 is none.
  @usableFromInline var firstLate = RawArray<UInt32>(capacity: 0)
  @usableFromInline var lastLate = RawArray<UInt32>(capacity: 0)
  @usableFromInline var windowsEnd = 0

  @usableFromInline var late = RawArray<Entry<Event>>(capacity: 16)
  /// For each late entry the next in its window, or among the free.
  @usableFromInline var afterLate = RawArray<UInt32>(capacity: 16)
  @usableFromInline var freeLate: UInt32 = 0
  /// The first late place that was never used; place 0 stands for none.
  @usableFromInline var freshLate = 1

  @inlinable
  init() {}

  /// The intended number of entries of a window.
  @inlinable
  static var usual: Int { 256 }

  /// Opens a rung for `count` entries between `base` and `limit`; the caller counts and places them
  /// next.
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

  /// Closes the innermost rung, whose windows were all taken.
  @inlinable
  mutating func close() {
    depth -= 1
    entriesEnd = rungs[depth].firstEntry
    windowsEnd = rungs[depth].firstWindow
  }

  /// Counts an entry in its window, before any is placed.
  @inlinable
  @inline(__always)
  mutating func count(_ tick: UInt64, in rung: Rung) {
    ends[rung.firstWindow &+ rung.window(of: tick) &+ 1] &+= 1
  }

  /// Converts the counts to places: from here on, the end of a window is the place of its next
  /// entry.
  @inlinable
  mutating func assignPlaces(in rung: Rung) {
    var place = UInt32(truncatingIfNeeded: rung.firstEntry)
    for window in rung.firstWindow...rung.firstWindow + rung.windows {
      place &+= ends[window]
      ends[window] = place
    }
  }

  /// Places `entry` after the earlier ones of its window.
  @inlinable
  @inline(__always)
  mutating func place(_ entry: Entry<Event>, in rung: Rung) {
    let window = rung.firstWindow + rung.window(of: entry.tick)
    let place = ends[window]
    entries[Int(place)] = entry
    ends[window] = place &+ 1
  }

  /// Adds a late entry to its window, on the innermost rung that contains it.
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

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int {
    entries.bytes + late.bytes
      + (ends.capacity + firstLate.capacity + lastLate.capacity + afterLate.capacity) * 4
  }
}
