/// Entries in chunks of one size, linked into lists to which entries are only appended.
@usableFromInline
struct ChunkPool<Event: BitwiseCopyable>: ~Copyable {
  /// A list of entries in the order in which they were appended.
  @frozen
  @usableFromInline
  struct List: BitwiseCopyable {
    /// The first chunk; undefined while the list is empty.
    @usableFromInline var head: UInt32
    /// The place after the last entry, at the start of a chunk when a new chunk is due; 0 when empty.
    @usableFromInline var end: UInt32

    @inlinable
    init() {
      head = 0
      end = 0
    }

    @inlinable
    var isEmpty: Bool { end == 0 }
  }

  /// The size of a chunk, as a power of two.
  ///
  /// A chunk is left rarely, and each time at a branch that the processor guesses wrong; a list that
  /// ends in the midst of one wastes half of it.
  @inlinable
  static var chunkBits: Int { 5 }
  @inlinable
  static var chunkSize: Int { 1 << chunkBits }

  /// Chunk 0 has its room, though nothing is put there.
  @usableFromInline var entries = RawArray<Entry<Event>>(capacity: chunkSize)
  /// For each chunk the next one in its list, or in the free list.
  @usableFromInline var following = RawArray<UInt32>(capacity: 16)
  /// The first free chunk; 0, which is never used, if there is none.
  @usableFromInline var free: UInt32 = 0
  /// The first chunk that was never used.
  @usableFromInline var fresh = 1

  @inlinable
  init() {}

  @inlinable
  @inline(__always)
  mutating func append(_ entry: Entry<Event>, to list: inout List) {
    // By value, so that the list stays in registers.
    var extended = list
    if Int(extended.end) & (Self.chunkSize - 1) == 0 { extended = extending(extended) }
    entries[Int(extended.end)] = entry
    extended.end &+= 1
    list = extended
  }

  /// Returns `list` with a new chunk, at whose start it ends.
  @inlinable
  @inline(never)
  mutating func extending(_ list: List) -> List {
    let chunk = takeChunk()
    var extended = list
    if list.isEmpty {
      extended.head = UInt32(truncatingIfNeeded: chunk)
    } else {
      following[Int(list.end) >> Self.chunkBits - 1] = UInt32(truncatingIfNeeded: chunk)
    }
    extended.end = UInt32(truncatingIfNeeded: chunk << Self.chunkBits)
    return extended
  }

  @inlinable
  mutating func takeChunk() -> Int {
    if free != 0 {
      let chunk = Int(free)
      free = following[chunk]
      return chunk
    }
    let end = (fresh + 1) << Self.chunkBits
    precondition(end < 1 << 32, "a calendar holds at most four thousand million events")
    entries.grow(to: end, keeping: fresh << Self.chunkBits)
    following.grow(to: fresh + 1, keeping: fresh)
    fresh += 1
    return fresh - 1
  }

  /// Frees `chunk`.
  @inlinable
  mutating func release(_ chunk: Int) {
    following[chunk] = free
    free = UInt32(truncatingIfNeeded: chunk)
  }

  /// Returns the number of entries in `list`.
  ///
  /// - Complexity: O(chunks of the list).
  @inlinable
  func count(of list: List) -> Int {
    if list.isEmpty { return 0 }
    let last = (Int(list.end) - 1) >> Self.chunkBits
    var chunk = Int(list.head)
    var count = 0
    while chunk != last {
      count += Self.chunkSize
      chunk = Int(following[chunk])
    }
    return count + (Int(list.end) - 1) & (Self.chunkSize - 1) + 1
  }

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int {
    entries.bytes + following.bytes
  }
}
