/// The current window of time: its sorted entries, taken from the front.
@usableFromInline
struct Window<Event: BitwiseCopyable>: ~Copyable {
  @usableFromInline var entries = RawArray<Entry<Event>>(capacity: 16)
  /// The place of the next entry.
  @usableFromInline var first = 0
  /// The place after the last entry.
  @usableFromInline var end = 0
  /// The ends of the entries of each slice, during a sort.
  @usableFromInline var ends = RawArray<UInt32>(capacity: 16)
  /// The start of the slices of the current sort, and their width as a power of two.
  @usableFromInline var base: UInt64 = 0
  @usableFromInline var shift: UInt64 = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { first == end }
  @inlinable
  var count: Int { end - first }

  /// The maximum size of a window to sort; a larger one is divided first.
  @inlinable
  static var sortable: Int { 1_024 }

  /// Makes the empty window `count` entries long; the caller writes them next.
  @inlinable
  mutating func reserve(_ count: Int) {
    // Free places in front, for insertions near the front.
    first = 16
    end = first + count
    entries.grow(to: end + 16, keeping: 0)
  }

  /// Prepares to sort `count` entries into the empty window, with ticks within 2^`bits` from
  /// `base`; the caller counts all, then places all.
  @inlinable
  mutating func beginSort(of count: Int, from base: UInt64, bits: UInt64) {
    // With more slices than entries, the slice of an entry nearly determines its place.
    let slices = UInt64(65 - (count - 1).leadingZeroBitCount)
    shift = bits > slices ? bits - slices : 0
    self.base = base
    ends.grow(to: 1 << Int(slices) + 1, keeping: 0)
    ends.fill(1 << Int(slices) + 1, with: 0)
    reserve(count)
  }

  @inlinable
  @inline(__always)
  func slice(of tick: UInt64) -> Int { Int(truncatingIfNeeded: (tick &- base) &>> shift) }

  @inlinable
  @inline(__always)
  mutating func count(_ tick: UInt64) { ends[slice(of: tick) + 1] &+= 1 }

  @inlinable
  mutating func assignPlaces(_ count: Int) {
    var place = UInt32(truncatingIfNeeded: first)
    let slices = 1 << (65 - (count - 1).leadingZeroBitCount)
    for slice in 0...slices {
      place &+= ends[slice]
      ends[slice] = place
    }
  }

  @inlinable
  @inline(__always)
  mutating func place(_ entry: Entry<Event>) {
    let slice = slice(of: entry.tick)
    let place = ends[slice]
    entries[Int(place)] = entry
    ends[slice] = place &+ 1
  }

  /// Sorts nearly sorted entries; equal ticks keep their order.
  @inlinable
  mutating func finishSort() {
    guard count > 1 else { return }
    var latest = entries[first].tick
    for unplaced in first + 1..<end {
      let entry = entries[unplaced]
      if entry.tick >= latest {
        latest = entry.tick
        continue
      }
      var place = unplaced
      let near = max(first, unplaced - 8)
      repeat {
        entries[place] = entries[place &- 1]
        place &-= 1
      } while place > near && entry.tick < entries[place &- 1].tick
      // A move this far happens only where the slices were much wider than the range of their
      // entries.
      if place > first, entry.tick < entries[place &- 1].tick {
        let start = self.place(after: entry.tick, before: place)
        entries.move(place - start, from: start, to: start + 1)
        place = start
      }
      entries[place] = entry
    }
  }

  /// Returns the place after all entries before place `limit` that happen no later than `tick`.
  @inlinable
  func place(after tick: UInt64, before limit: Int) -> Int {
    var low = first
    var high = limit
    while low < high {
      let middle = (low + high) >> 1
      if entries[middle].tick <= tick { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Puts `entry` behind all that happen no later, or returns `false` if too many would have to make
  /// way.
  @inlinable
  @inline(__always)
  mutating func insert(_ entry: Entry<Event>) -> Bool {
    if count <= Self.walked, first > 0, end < entries.capacity, first < end {
      walk(entry)
      return true
    }
    return insertAfar(entry)
  }

  @inlinable
  @inline(never)
  mutating func insertAfar(_ entry: Entry<Event>) -> Bool {
    let before = place(after: entry.tick, before: end) - first
    let after = count - before
    guard min(before, after) <= Self.sortable else { return false }
    if before < after {
      if first == 0 { center() }
      first -= 1
      entries.move(before, from: first + 1, to: first)
    } else {
      if end == entries.capacity { center() }
      entries.move(after, from: first + before, to: first + before + 1)
      end += 1
    }
    entries[first + before] = entry
    return true
  }

  /// The maximum size of a window in which an entry walks to its place: half of it is still nearer
  /// than a search.
  @inlinable
  static var walked: Int { 400 }

  /// Puts `entry` in its place by moving those on its way, from the end that is nearer; the window is
  /// not empty and has room at both ends.
  @inlinable
  @inline(__always)
  mutating func walk(_ entry: Entry<Event>) {
    // The middle entry ends the walk on either side.
    if entry.tick < entries[(first &+ end) &>> 1].tick {
      first &-= 1
      var place = first
      while entries[place &+ 1].tick <= entry.tick {
        entries[place] = entries[place &+ 1]
        place &+= 1
      }
      entries[place] = entry
    } else {
      var place = end
      while entry.tick < entries[place &- 1].tick {
        entries[place] = entries[place &- 1]
        place &-= 1
      }
      entries[place] = entry
      end &+= 1
    }
  }

  /// Moves the entries to the middle of their memory, which is then at most half full.
  @inlinable
  @inline(never)
  mutating func center() {
    entries.grow(to: 2 * (count + 1), keeping: end)
    let middle = (entries.capacity - count) / 2
    entries.move(count, from: first, to: middle)
    end += middle - first
    first = middle
  }

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int { entries.bytes + ends.bytes }
}
