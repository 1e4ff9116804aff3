private import Dispatch

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

extension ChunkPool {
  /// Moves the entries of `list`, which is not empty, in order to `target`, from place `first` on, and
  /// frees the chunks.
  @inlinable
  mutating func move(_ list: List, to target: inout RawArray<Entry<Event>>, at first: Int) {
    var next = first
    drain(list) { entry in
      target[next] = entry
      next += 1
    }
  }

  /// Sorts the entries of `list`, which is not empty, into `window` and frees the chunks.
  @inlinable
  mutating func sort(
    _ list: List, holding count: Int, from base: UInt64, bits: UInt64,
    into window: inout Window<Event>
  ) {
    window.beginSort(of: count, from: base, bits: bits)
    forEach(of: list) { window.count($0.tick) }
    window.assignPlaces(count)
    drain(list) { window.place($0) }
    window.finishSort()
  }

  /// Moves the entries of `list`, which is not empty, to a new rung of `ladder` and frees the chunks.
  @inlinable
  mutating func divide(
    _ list: List, holding count: Int, from base: UInt64, to limit: UInt64,
    onto ladder: inout Ladder<Event>
  ) {
    let rung = ladder.open(for: count, from: base, to: limit)
    forEach(of: list) { ladder.count($0.tick, in: rung) }
    ladder.assignPlaces(in: rung)
    drain(list) { ladder.place($0, in: rung) }
  }
}

extension ChunkPool {
  /// The position of a reader in a list: its chunk, the next place in it, and the place after the
  /// list's last.
  @frozen
  @usableFromInline
  struct Reader {
    @usableFromInline var chunk: Int
    @usableFromInline var places: Range<Int>
    @usableFromInline let end: Int

    @inlinable
    init(chunk: Int, places: Range<Int>, end: Int) {
      self.chunk = chunk
      self.places = places
      self.end = end
    }
  }

  /// Returns a reader at the head of `list`.
  @inlinable
  func reader(of list: List) -> Reader {
    let (chunk, end) = (Int(list.head), Int(list.end))
    let reader = Reader(chunk: chunk, places: places(of: chunk, upTo: end), end: end)
    prefetchNext(of: reader)
    return reader
  }

  /// Returns the used places of `chunk` in a list that ends at `end`.
  @inlinable
  func places(of chunk: Int, upTo end: Int) -> Range<Int> {
    let start = chunk << Self.chunkBits
    return start..<((end - 1) >> Self.chunkBits == chunk ? end : start + Self.chunkSize)
  }

  /// Returns the entries at `reader`, valid until the next append to the pool.
  @inlinable
  @_lifetime(borrow self)
  func entries(of reader: Reader) -> Span<Entry<Event>> {
    entries.span(from: reader.places.lowerBound, count: reader.places.count)
  }

  /// Moves `reader` to the next chunk; returns `false` after the last.
  @inlinable
  func advance(_ reader: inout Reader) -> Bool {
    if reader.places.upperBound == reader.end { return false }
    reader.chunk = Int(following[reader.chunk])
    reader.places = places(of: reader.chunk, upTo: reader.end)
    prefetchNext(of: reader)
    return true
  }

  /// Prefetches the beginning of the next chunk, which may lie anywhere, while one is read.
  @inlinable
  func prefetchNext(of reader: Reader) {
    if reader.places.upperBound == reader.end { return }
    entries.prefetch(Int(following[reader.chunk]) << Self.chunkBits)
  }

  /// Calls `body` with the entries of `list`, which is not empty, in order.
  @inlinable
  @inline(__always)
  func forEach(of list: List, _ body: (Entry<Event>) -> Void) {
    var reader = reader(of: list)
    repeat {
      let chunk = entries(of: reader)
      for place in chunk.indices { body(chunk[place]) }
    } while advance(&reader)
  }

  /// Calls `body` with the entries of `list`, which is not empty, in order, and frees its chunks.
  @inlinable
  @inline(__always)
  mutating func drain(_ list: List, _ body: (Entry<Event>) -> Void) {
    var reader = reader(of: list)
    while true {
      do {
        let chunk = entries(of: reader)
        for place in chunk.indices { body(chunk[place]) }
      }
      let done = reader.chunk
      let goesOn = advance(&reader)
      release(done)
      if !goesOn { return }
    }
  }
}

/// Threads that work on one task together, each at the same time as all others.
///
/// Members may wait for each other, so each has a thread of its own: the pool of Swift's tasks may
/// have fewer.
public struct Crew: Sendable {
  /// The number of members, the calling thread among them.
  public let count: Int

  /// Creates a crew of `count` members, at least one.
  public init(of count: Int) {
    precondition(count > 0, "a crew of \(count) does no work")
    self.count = count
  }

  /// Calls `body` with each number below `count`, 0 on the present thread, and waits for all.
  public func work(_ body: @escaping @Sendable (Int) -> Void) {
    let others = DispatchGroup()
    for number in 1..<max(1, count) {
      // The work of a queue of its own never waits for that of another.
      DispatchQueue(label: "growthloop.crew.\(number)").async(group: others) { body(number) }
    }
    body(0)
    others.wait()
  }
}
