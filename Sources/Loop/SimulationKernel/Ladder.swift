private import CGrowthloopMemory

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

extension Ladder {
  /// Returns the number of entries in `window` of `rung`.
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

  /// Moves the entries of `window`, too many to sort, to a rung of their own.
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
    // A rung whose last window this was is closed first: many such rungs would deepen the ladder.
    while depth > 0, rungs[depth - 1].isPast { close() }
    let inner = open(for: window.count, from: base, to: limit)
    for place in window.first..<window.end { count(window.entries[place].tick, in: inner) }
    assignPlaces(in: inner)
    for place in window.first..<window.end { self.place(window.entries[place], in: inner) }
    window.first = window.end
  }

  /// Frees the places of the late entries of `window`.
  @inlinable
  mutating func releaseLate(in window: Int, of rung: Rung) {
    let column = rung.firstWindow + window
    guard firstLate[column] != 0 else { return }
    afterLate[Int(lastLate[column])] = freeLate
    freeLate = firstLate[column]
    firstLate[column] = 0
  }
}

// RawArray contains all raw memory of this target. Swift's arrays check uniqueness and bounds at
// every access; in the calendar those checks cost more than the rest of the work. Bounds are checked
// in debug builds.

/// A block of memory for plain values, which it owns; reading a place that was never written is the
/// caller's error.
///
/// `@safe`: it lends no address but as a `Span` that ends before the block moves, so nothing can
/// outlive the block that `grow` and `deinit` free. Places lie below `capacity` and are written
/// before they are read: its callers, all in this target, guarantee that; debug builds and
/// sanitizers check it.
@safe
@usableFromInline
struct RawArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline
  var base: UnsafeMutablePointer<Element>
  @usableFromInline
  var capacity: Int
  /// The most elements that were asked for; a large block takes no more memory than these.
  @usableFromInline
  var reach: Int
  /// The size of the block, in bytes.
  @usableFromInline
  var size: Int

  @inlinable
  init(capacity: Int) {
    size = 0
    self.capacity = 0
    reach = 0
    // Never read: no place is below the capacity.
    unsafe base =
      UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    grow(to: max(1, capacity), keeping: 0)
  }

  @inlinable
  deinit { unsafe release(base, size) }

  @inlinable
  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      assert(index >= 0 && index < capacity)
      return unsafe base[index]
    }
    @inline(__always)
    set {
      assert(index >= 0 && index < capacity)
      unsafe base[index] = newValue
    }
  }

  /// Grows to at least `count` elements, at least doubling, and keeps the first `kept`.
  @inlinable
  @inline(never)
  mutating func grow(to count: Int, keeping kept: Int) {
    assert(kept <= capacity)
    reach = max(reach, count)
    guard count > capacity else { return }
    let stride = MemoryLayout<Element>.stride
    let block = unsafe grown(
      size == 0 ? nil : UnsafeMutableRawPointer(base), keeping: kept * stride,
      to: max(count, 2 * capacity) * stride, &size)
    capacity = size / stride
    unsafe base = block.bindMemory(to: Element.self, capacity: capacity)
  }

  /// Sets the first `count` elements to `value`.
  @inlinable
  mutating func fill(_ count: Int, with value: Element) {
    assert(count <= capacity)
    unsafe base.update(repeating: value, count: count)
  }

  /// Moves `count` elements from place `from` to place `to`; the two ranges may overlap.
  @inlinable
  mutating func move(_ count: Int, from: Int, to: Int) {
    assert(from >= 0 && to >= 0 && max(from, to) + count <= capacity)
    unsafe (base + to).update(from: base + from, count: count)
  }

  /// Returns a view of the `count` elements from place `first` on.
  ///
  /// The compiler lets no change of the array overlap the view: `grow` frees the block that it
  /// moves, and a pointer kept across it would read freed memory.
  @inlinable
  @_lifetime(borrow self)
  func span(from first: Int, count: Int) -> Span<Element> {
    assert(first >= 0 && first + count <= capacity)
    // Valid while the block is neither moved nor freed, which only mutations of `self` do.
    let view = unsafe Span(_unsafeStart: base + first, count: count)
    return unsafe _overrideLifetime(view, borrowing: self)
  }

  /// Prefetches two lines of the cache from the element at `index` on; they are never read.
  @inlinable
  func prefetch(_ index: Int) { unsafe prefetchLines(UnsafeRawPointer(base + index)) }

  /// The memory of the elements that were asked for, in bytes.
  @inlinable
  var bytes: Int { reach * MemoryLayout<Element>.stride }
}

/// Returns a larger block with the first `kept` bytes of `block`, whose size is `size` before and
/// that of the new one after; the program ends without memory.
@usableFromInline
func grown(
  _ block: UnsafeMutableRawPointer?, keeping kept: Int, to wanted: Int, _ size: inout Int
) -> UnsafeMutableRawPointer {
  guard let larger = unsafe grown_block(block, kept, wanted, &size) else {
    fatalError("no memory for \(wanted) bytes")
  }
  return unsafe larger
}

/// Prefetches two lines of the cache.
@usableFromInline
func prefetchLines(_ address: UnsafeRawPointer) {
  unsafe CGrowthloopMemory.prefetch(address)
  unsafe CGrowthloopMemory.prefetch(address + 64)
}

/// Frees a block.
@usableFromInline
func release(_ block: UnsafeMutableRawPointer, _ size: Int) {
  unsafe release_block(block, size)
}

/// A crowded range of time, divided into windows of equal width.
@frozen
@usableFromInline
struct Rung: BitwiseCopyable {
  /// The first tick of the first window.
  @usableFromInline let base: UInt64
  /// The tick after the last window.
  @usableFromInline let limit: UInt64
  /// The width of a window, as a power of two.
  @usableFromInline let shift: UInt64
  /// The number of windows.
  @usableFromInline let windows: Int
  /// The window whose turn is next.
  @usableFromInline var next = 0
  /// The start of the rung's entries among the ladder's.
  @usableFromInline let firstEntry: Int
  /// The start of the rung's windows among the ladder's columns.
  @usableFromInline let firstWindow: Int

  /// Divides the time from `base` to `limit` into about `wanted` windows.
  @inlinable
  init(
    from base: UInt64, to limit: UInt64, wanted: Int, firstEntry: Int = 0, firstWindow: Int = 0
  ) {
    self.base = base
    self.limit = limit
    self.firstEntry = firstEntry
    self.firstWindow = firstWindow
    let last = limit - base - 1
    // The narrowest power of two that makes fewer than twice as many.
    let bits = UInt64(64 - last.leadingZeroBitCount)
    let kept = UInt64(64 - max(wanted, 1).leadingZeroBitCount)
    shift = bits > kept ? bits - kept : 0
    windows = Int(truncatingIfNeeded: last >> shift) + 1
  }

  /// A rung whose only window was taken.
  @inlinable
  static var past: Rung {
    var rung = Rung(from: 0, to: 1, wanted: 1)
    rung.next = rung.windows
    return rung
  }

  /// Whether every window was taken.
  @inlinable
  var isPast: Bool { next == windows }

  @inlinable
  @inline(__always)
  func window(of tick: UInt64) -> Int { Int(truncatingIfNeeded: (tick &- base) &>> shift) }

  /// Returns the first tick of `window`.
  @inlinable
  func start(of window: Int) -> UInt64 { base &+ UInt64(truncatingIfNeeded: window) &<< shift }

  /// Returns the tick after `window`.
  @inlinable
  func end(of window: Int) -> UInt64 { window + 1 == windows ? limit : start(of: window + 1) }
}
