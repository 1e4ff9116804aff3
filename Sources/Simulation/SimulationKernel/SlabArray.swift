/// A large array of plain values that grows without moving what it holds.
@safe
@usableFromInline
struct SlabArray<Element: BitwiseCopyable>: ~Copyable {
  /// Slabs of 4,096 elements: 64 kilobytes of the smallest entries.
  @inlinable
  static var slabBits: Int { 12 }
  @inlinable
  static var slabSize: Int { 1 << slabBits }

  @usableFromInline
  var slabs: RawArray<UnsafeMutablePointer<Element>>
  @usableFromInline
  var slabCount = 0

  @inlinable
  init() { unsafe slabs = RawArray(capacity: 16) }

  @inlinable
  deinit {
    for slab in 0..<slabCount { unsafe slabs[slab].deallocate() }
  }

  /// The number of elements that there is room for.
  @inlinable
  var capacity: Int { slabCount << Self.slabBits }

  /// Makes room for another slab of elements.
  @inlinable
  @inline(never)
  mutating func addSlab() {
    unsafe slabs.grow(to: slabCount + 1, keeping: slabCount)
    unsafe slabs[slabCount] = .allocate(capacity: Self.slabSize)
    slabCount += 1
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

  /// The `count` elements from place `first` on, which lie in one slab.
  @inlinable
  func stretch(from first: Int, count: Int) -> Stretch<Element> {
    assert(first >> Self.slabBits == (first + count - 1) >> Self.slabBits)
    let slab = unsafe slabs[first >> Self.slabBits]
    return unsafe Stretch(base: slab + (first & (Self.slabSize - 1)), count: count)
  }
}

/// Neighbours in memory that someone else owns, to be read before he changes it.
@safe
@usableFromInline
struct Stretch<Element: BitwiseCopyable> {
  @usableFromInline let base: UnsafeMutablePointer<Element>
  @usableFromInline let count: Int

  @inlinable
  init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inlinable
  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
  }
}
