// RawArray and SlabArray contain all raw memory of this target. Swift's arrays check uniqueness and
// bounds at every access; in the calendar those checks cost more than the rest of the work. Bounds
// are checked in debug builds.

/// A block of memory for plain values, which it owns; reading a place that was never written is the
/// caller's error.
///
/// `@safe`: it lends no address, so nothing can outlive the block that `grow` and `deinit` free.
/// Places lie below `capacity` and are written before they are read: its callers, all in this
/// target, guarantee that; debug builds and sanitizers check it.
@safe
@usableFromInline
struct RawArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline
  var base: UnsafeMutablePointer<Element>
  @usableFromInline
  var capacity: Int

  @inlinable
  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  @inlinable
  deinit { unsafe base.deallocate() }

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
    guard count > capacity else { return }
    let room = max(count, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: room)
    unsafe larger.update(from: base, count: kept)
    unsafe base.deallocate()
    unsafe base = larger
    capacity = room
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
}
