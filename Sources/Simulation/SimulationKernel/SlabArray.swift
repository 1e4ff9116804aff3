/// A large array of plain values that grows slab by slab and moves at most one slab.
///
/// `@safe`: it owns its slabs, frees or moves one in `grow` and `deinit` alone, and lends no
/// address but as a `Span` that ends before either. Each place is written before it is read, and
/// lies below `capacity`: its callers, all in this target, guarantee that; debug builds and
/// sanitizers check it.
@safe
@usableFromInline
struct SlabArray<Element: BitwiseCopyable>: ~Copyable {
  /// Slabs of 1,024 elements: 16 kilobytes of the smallest entries.
  @inlinable
  static var slabBits: Int { 10 }
  @inlinable
  static var slabSize: Int { 1 << slabBits }

  @usableFromInline
  var slabs: RawArray<UnsafeMutablePointer<Element>>
  @usableFromInline
  var slabCount = 0
  /// The capacity in elements.
  @usableFromInline
  var capacity = 0

  @inlinable
  init() { unsafe slabs = RawArray(capacity: 16) }

  @inlinable
  deinit {
    for slab in 0..<slabCount { unsafe slabs[slab].deallocate() }
  }

  /// Adds capacity, a little where there are few elements.
  @inlinable
  @inline(never)
  mutating func grow() {
    let step = capacity < 16 * Self.slabSize ? Self.slabSize / 8 : Self.slabSize
    let used = capacity & (Self.slabSize - 1)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: used + step)
    if used == 0 {
      unsafe slabs.grow(to: slabCount + 1, keeping: slabCount)
      slabCount += 1
    } else {
      unsafe larger.update(from: slabs[slabCount - 1], count: used)
      unsafe slabs[slabCount - 1].deallocate()
    }
    unsafe slabs[slabCount - 1] = larger
    capacity += step
  }

  @inlinable
  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      assert(index >= 0 && index < capacity)
      return unsafe slabs[index >> Self.slabBits][index & (Self.slabSize - 1)]
    }
    @inline(__always)
    set {
      assert(index >= 0 && index < capacity)
      unsafe slabs[index >> Self.slabBits][index & (Self.slabSize - 1)] = newValue
    }
  }

  /// Returns a view of the `count` elements from place `first` on, which lie in one slab.
  ///
  /// The compiler lets no change of the array overlap the view: `grow` frees the slab that it
  /// moves, and a pointer kept across it would read freed memory.
  @inlinable
  @_lifetime(borrow self)
  func span(from first: Int, count: Int) -> Span<Element> {
    assert(first >= 0 && first + count <= capacity)
    assert(first >> Self.slabBits == (first + count - 1) >> Self.slabBits)
    let slab = unsafe slabs[first >> Self.slabBits]
    // Valid while the slab is neither moved nor freed, which only mutations of `self` do.
    let view = unsafe Span(_unsafeStart: slab + (first & (Self.slabSize - 1)), count: count)
    return unsafe _overrideLifetime(view, borrowing: self)
  }
}
