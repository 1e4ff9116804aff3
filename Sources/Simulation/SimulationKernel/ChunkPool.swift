/// Entries in chunks of 32, linked into lists to which entries are only appended.
@usableFromInline
struct ChunkPool<Event: BitwiseCopyable>: ~Copyable {
  @inlinable
  static var chunkBits: Int { 5 }
  @inlinable
  static var chunkSize: Int { 1 << chunkBits }
  @inlinable
  static var mask: Int { chunkSize - 1 }

  /// A list of entries in the order in which they were appended.
  @frozen
  @usableFromInline
  struct List: BitwiseCopyable {
    /// The first chunk; nothing is to be read there while the list is empty.
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

  @usableFromInline var entries = SlabArray<Entry<Event>>()
  /// For each chunk the one that follows it in its list, or in the list of the free.
  @usableFromInline var following = RawArray<UInt32>(capacity: 1_024)
  /// The first free chunk; 0, which is never used, if there is none.
  @usableFromInline var free: UInt32 = 0
  /// The first chunk that was never used.
  @usableFromInline var fresh = 1

  @inlinable
  init() {}

  @inlinable
  @inline(__always)
  mutating func append(_ entry: Entry<Event>, to list: inout List) {
    var place = Int(list.end)
    if place & Self.mask == 0 { place = extend(&list) }
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
      following[Int(list.end) >> Self.chunkBits - 1] = UInt32(truncatingIfNeeded: chunk)
    }
    return chunk << Self.chunkBits
  }

  @inlinable
  mutating func takeChunk() -> Int {
    if free != 0 {
      let chunk = Int(free)
      free = following[chunk]
      return chunk
    }
    while (fresh + 1) << Self.chunkBits > entries.capacity {
      precondition(
        entries.capacity < 1 << 32 - 1 << 20,
        "a calendar holds at most four thousand million events")
      entries.addSlab()
    }
    following.grow(to: fresh + 1, keeping: fresh)
    fresh += 1
    return fresh - 1
  }

  /// Gives `chunk` back.
  @inlinable
  mutating func release(_ chunk: Int) {
    following[chunk] = free
    free = UInt32(truncatingIfNeeded: chunk)
  }

  /// The number of entries in `list`, in time proportional to its chunks.
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
    return count + (Int(list.end) - 1) & Self.mask + 1
  }

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int {
    entries.capacity * MemoryLayout<Entry<Event>>.stride + following.capacity * 4
  }
}
