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

  /// Where a list is being read: its chunk, the next place in it, and the place after its last.
  @frozen
  @usableFromInline
  struct Reader {
    @usableFromInline var chunk: Int
    @usableFromInline var places: Range<Int>
    @usableFromInline let end: Int

    /// Begins at the head of `list`.
    @inlinable
    init(_ list: List) {
      chunk = Int(list.head)
      end = Int(list.end)
      places = ChunkPool.places(of: chunk, upTo: end)
    }
  }

  /// The used places of `chunk` in a list that ends at `end`.
  @inlinable
  static func places(of chunk: Int, upTo end: Int) -> Range<Int> {
    let start = chunk << chunkBits
    return start..<((end - 1) >> chunkBits == chunk ? end : start + chunkSize)
  }

  /// The entries that `reader` has come to.
  @inlinable
  func entries(of reader: Reader) -> Stretch<Entry<Event>> {
    entries.stretch(from: reader.places.lowerBound, count: reader.places.count)
  }

  /// Moves `reader` on to the next chunk; returns `false` after the last.
  @inlinable
  func advance(_ reader: inout Reader) -> Bool {
    if reader.places.upperBound == reader.end { return false }
    reader.chunk = Int(following[reader.chunk])
    reader.places = Self.places(of: reader.chunk, upTo: reader.end)
    return true
  }

  /// Moves the entries of `list`, which is not empty, in order to `target`, from place `first` on, and
  /// frees the chunks.
  @inlinable
  mutating func move(_ list: List, to target: inout RawArray<Entry<Event>>, at first: Int) {
    var next = first
    var reader = Reader(list)
    while true {
      let chunk = entries(of: reader)
      for place in 0..<chunk.count {
        target[next] = chunk[place]
        next += 1
      }
      let done = reader.chunk
      let goesOn = advance(&reader)
      release(done)
      if !goesOn { return }
    }
  }

  /// Sorts the entries of `list`, which is not empty, into `window` and frees the chunks.
  @inlinable
  mutating func sort(
    _ list: List, holding count: Int, from base: UInt64, bits: UInt64,
    into window: inout Window<Event>
  ) {
    window.beginSort(of: count, from: base, bits: bits)
    var reader = Reader(list)
    repeat {
      let chunk = entries(of: reader)
      for place in 0..<chunk.count { window.count(chunk[place].tick) }
    } while advance(&reader)
    window.assignPlaces(count)
    reader = Reader(list)
    while true {
      let chunk = entries(of: reader)
      for place in 0..<chunk.count { window.place(chunk[place]) }
      let done = reader.chunk
      let goesOn = advance(&reader)
      release(done)
      if !goesOn { break }
    }
    window.finishSort()
  }

  /// Moves the entries of `list`, which is not empty, to a new rung of `ladder` and frees the chunks.
  @inlinable
  mutating func divide(
    _ list: List, holding count: Int, from base: UInt64, to limit: UInt64,
    onto ladder: inout Ladder<Event>
  ) {
    let rung = ladder.open(for: count, from: base, to: limit)
    var reader = Reader(list)
    repeat {
      let chunk = entries(of: reader)
      for place in 0..<chunk.count { ladder.count(chunk[place].tick, in: rung) }
    } while advance(&reader)
    ladder.assignPlaces(in: rung)
    reader = Reader(list)
    while true {
      let chunk = entries(of: reader)
      for place in 0..<chunk.count { ladder.place(chunk[place], in: rung) }
      let done = reader.chunk
      let goesOn = advance(&reader)
      release(done)
      if !goesOn { return }
    }
  }

  /// The memory held, in bytes.
  @inlinable
  var bytes: Int {
    entries.capacity * MemoryLayout<Entry<Event>>.stride + following.capacity * 4
  }
}
