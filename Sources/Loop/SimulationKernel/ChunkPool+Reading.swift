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
