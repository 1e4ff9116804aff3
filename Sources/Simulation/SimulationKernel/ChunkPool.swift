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
  /// Many entries suit large chunks, which are left rarely; few suit small ones, which waste less.
  @usableFromInline let chunkBits: Int
  @usableFromInline var entries: RawArray<Entry<Event>>
  /// For each chunk the next one in its list, or in the free list.
  @usableFromInline var following = RawArray<UInt32>(capacity: 16)
  /// The first free chunk; 0, which is never used, if there is none.
  @usableFromInline var free: UInt32 = 0
  /// The first chunk that was never used.
  @usableFromInline var fresh = 1

  @inlinable
  init(chunkBits: Int) {
    self.chunkBits = chunkBits
    // Chunk 0 has its room, though nothing is put there.
    entries = RawArray(capacity: 1 << chunkBits)
  }

  /// Returns the chunk size for `count` entries in thousands of lists, as a power of two: from four
  /// entries to 32.
  @inlinable
  static func chunkBits(for count: Int) -> Int {
    min(max(2, Int.bitWidth - count.leadingZeroBitCount - 13), 5)
  }

  @inlinable
  var chunkSize: Int { 1 << chunkBits }

  @inlinable
  @inline(__always)
  mutating func append(_ entry: Entry<Event>, to list: inout List) {
    var place = Int(list.end)
    if place & (chunkSize - 1) == 0 { place = extend(&list) }
    entries[place] = entry
    list.end = UInt32(truncatingIfNeeded: place + 1)
  }

  /// Links a new chunk to `list` and returns the place of its first entry.
  @inlinable
  @inline(never)
  mutating func extend(_ list: inout List) -> Int {
    let chunk = takeChunk()
    if list.isEmpty {
      list.head = UInt32(truncatingIfNeeded: chunk)
    } else {
      following[Int(list.end) >> chunkBits - 1] = UInt32(truncatingIfNeeded: chunk)
    }
    return chunk << chunkBits
  }

  @inlinable
  mutating func takeChunk() -> Int {
    if free != 0 {
      let chunk = Int(free)
      free = following[chunk]
      return chunk
    }
    let end = (fresh + 1) << chunkBits
    precondition(end < 1 << 32, "a calendar holds at most four thousand million events")
    entries.grow(to: end, keeping: fresh << chunkBits)
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
    let last = (Int(list.end) - 1) >> chunkBits
    var chunk = Int(list.head)
    var count = 0
    while chunk != last {
      count += chunkSize
      chunk = Int(following[chunk])
    }
    return count + (Int(list.end) - 1) & (chunkSize - 1) + 1
  }

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int {
    entries.bytes + following.bytes
  }
}
