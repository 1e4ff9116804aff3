// The only door to raw memory in this target.
private import CGrowthloopMemory

/// A growable array of plain records that is never shared.
///
/// Unlike an array it needs no uniqueness check at a change, and a large one grows without being
/// copied, so a market takes little more than the memory of its people.
///
/// `@safe`: it owns its memory and lends no address: a place is read and changed in one access,
/// under which exclusivity keeps `append`, the only call that moves memory, from running. Places
/// are checked in every build; those below `count` have been written.
@safe
struct Column<Element: BitwiseCopyable>: ~Copyable {
  /// The first record, at the start of a cache line; a record of its size lies on one.
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0
  /// The size of the block, in bytes.
  private var size = 0

  init() { unsafe base = nil }

  init(repeating element: Element, count: Int) {
    self.init()
    grow(to: count)
    unsafe base?.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { if let base = unsafe base { unsafe release_block(base, size) } }

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
    if count == capacity { grow(to: max(256, 2 * capacity)) }
    unsafe base.unsafelyUnwrapped.advanced(by: count).initialize(to: element)
    count += 1
  }

  /// Appends the records of `other`.
  mutating func append(contentsOf other: borrowing Column) {
    for place in other.indices { append(other[place]) }
  }

  /// Appends the records to `bytes`, as this build lays them out.
  func write(to bytes: inout [UInt8]) {
    guard let base = unsafe base else { return }
    unsafe bytes.append(
      contentsOf: UnsafeRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride))
  }

  /// Appends the records that `write` of the same build made of theirs.
  mutating func append(written bytes: ArraySlice<UInt8>) {
    let stride = MemoryLayout<Element>.stride
    precondition(bytes.count % stride == 0, "\(bytes.count) bytes are no records of \(stride)")
    guard !bytes.isEmpty else { return }
    let end = count + bytes.count / stride
    if end > capacity { grow(to: end) }
    guard let base = unsafe base else { return }
    unsafe bytes.withUnsafeBytes { source in
      unsafe UnsafeMutableRawPointer(base + count).copyMemory(
        from: source.baseAddress.unsafelyUnwrapped, byteCount: source.count)
    }
    count = end
  }

  /// Removes all records and keeps the memory.
  mutating func removeAll() { count = 0 }

  @inline(never)
  private mutating func grow(to count: Int) {
    guard count > 0 else { return }
    let stride = MemoryLayout<Element>.stride
    guard let block = unsafe grown_block(base, self.count * stride, count * stride, &size) else {
      fatalError("no memory for \(count * stride) bytes")
    }
    capacity = size / stride
    unsafe base = block.bindMemory(to: Element.self, capacity: capacity)
  }

  /// Prefetches the record at `place`; the address is never read.
  @inline(__always)
  func prefetch(_ place: UInt32) {
    guard let base = unsafe base else { return }
    let record = unsafe UnsafeRawPointer(base + Int(place))
    unsafe CGrowthloopMemory.prefetch(record)
    // A record whose size does not divide a line may lie on two.
    let size = MemoryLayout<Element>.stride
    if 64 % size != 0 { unsafe CGrowthloopMemory.prefetch(record + (size - 1)) }
  }

  var indices: Range<Int> { 0..<count }

  /// The memory of the records, in bytes.
  var bytes: Int { count * MemoryLayout<Element>.stride }
}
