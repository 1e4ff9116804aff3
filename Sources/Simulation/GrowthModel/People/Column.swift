// The only door to raw memory in this target.
private import CMemory

/// A growable array of plain records that is never shared.
///
/// Unlike an array it needs no uniqueness check at a change. It grows in place by an eighth instead
/// of doubling, so a market takes little more than the memory of its people.
///
/// `@safe`: it owns its memory and lends no address: a place is read and changed in one access,
/// under which exclusivity keeps `append`, the only call that moves memory, from running. Places
/// are checked in every build; those below `count` have been written.
@safe
struct Column<Element: BitwiseCopyable>: ~Copyable {
  /// The first record, at the start of a cache line.
  private var base: UnsafeMutablePointer<Element>?
  /// The allocated block.
  private var memory: UnsafeMutableRawPointer?
  private(set) var count = 0
  private var capacity = 0

  init() {
    unsafe base = nil
    unsafe memory = nil
  }

  init(repeating element: Element, count: Int) {
    self.init()
    grow(to: count)
    unsafe base?.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { unsafe free(memory) }

  @inline(__always)
  subscript(place: Int) -> Element {
    get {
      precondition(place >= 0 && place < count, "there is no record \(place) of \(count)")
      return unsafe base.unsafelyUnwrapped[place]
    }
    _modify {
      precondition(place >= 0 && place < count, "there is no record \(place) of \(count)")
      yield unsafe &base.unsafelyUnwrapped[place]
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: max(1_024, capacity + capacity / 8)) }
    unsafe base.unsafelyUnwrapped.advanced(by: count).initialize(to: element)
    count += 1
  }

  /// Appends the records of `other`.
  mutating func append(contentsOf other: borrowing Column) {
    for place in other.indices { append(other[place]) }
  }

  /// Removes all records and keeps the memory.
  mutating func removeAll() { count = 0 }

  @inline(never)
  private mutating func grow(to capacity: Int) {
    guard capacity > 0 else { return }
    let size = capacity * MemoryLayout<Element>.stride
    let offset = unsafe memory.map { unsafe Self.offset(in: $0) }
    guard let resized = unsafe resized(memory, size + Self.line) else {
      fatalError("no memory for \(size) bytes")
    }
    let start = unsafe resized + Self.offset(in: resized)
    // In the new block, cache lines may begin at another offset.
    if let offset = offset, unsafe resized + offset != start {
      unsafe start.copyMemory(
        from: resized + offset, byteCount: count * MemoryLayout<Element>.stride)
    }
    unsafe memory = resized
    unsafe base = start.bindMemory(to: Element.self, capacity: capacity)
    self.capacity = capacity
  }

  /// Prefetches the cache line of the record at `place`; the address is never read.
  @inline(__always)
  func prefetch(_ place: UInt32) {
    guard let base = unsafe base else { return }
    unsafe CMemory.prefetch(base + Int(place))
  }

  /// The length of a cache line; a record of this size lies on one.
  private static var line: Int { 64 }

  private static func offset(in memory: UnsafeMutableRawPointer) -> Int {
    (line - Int(bitPattern: memory) % line) % line
  }

  var indices: Range<Int> { 0..<count }

  var bytes: Int { capacity * MemoryLayout<Element>.stride }
}
