private import CGrowthloopMemory

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
