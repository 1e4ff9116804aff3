// The only door to raw memory in this target.
private import CMemory

/// What the model remembers of people, one record after the other.
///
/// Unlike an array it is never shared, so a change need not ask whether it is; and it grows in place by
/// an eighth instead of doubling: a market takes the memory of its people, and little more.
@safe
struct Column<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  init() { unsafe base = nil }

  init(repeating element: Element, count: Int) {
    self.init()
    grow(to: count)
    unsafe base?.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { unsafe free(base) }

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

  @inline(never)
  private mutating func grow(to capacity: Int) {
    guard capacity > 0 else { return }
    let size = capacity * MemoryLayout<Element>.stride
    guard let memory = unsafe resized(base, size) else {
      fatalError("no memory for \(size) bytes")
    }
    unsafe base = memory.bindMemory(to: Element.self, capacity: capacity)
    self.capacity = capacity
  }

  /// Brings the first `size` bytes of a record near, at most a line of the cache; the address is taken,
  /// never read.
  @inline(__always)
  func bringNear(_ place: UInt32, first size: Int = MemoryLayout<Element>.size) {
    let address = unsafe UnsafeRawPointer(base).map {
      unsafe $0 + Int(place) * MemoryLayout<Element>.stride
    }
    guard let address = unsafe address else { return }
    unsafe prefetch(address)
    // They may begin on one line and end on another.
    if size > 16 { unsafe prefetch(address + size - 1) }
  }

  var indices: Range<Int> { 0..<count }

  var bytes: Int { capacity * MemoryLayout<Element>.stride }
}
