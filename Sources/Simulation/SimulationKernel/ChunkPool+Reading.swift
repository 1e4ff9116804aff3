extension ChunkPool {
  /// Where a list is being read: its chunk, the next place in it, and the place after its last.
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

  /// Begins at the head of `list`.
  @inlinable
  func reader(of list: List) -> Reader {
    let (chunk, end) = (Int(list.head), Int(list.end))
    return Reader(chunk: chunk, places: places(of: chunk, upTo: end), end: end)
  }

  /// The used places of `chunk` in a list that ends at `end`.
  @inlinable
  func places(of chunk: Int, upTo end: Int) -> Range<Int> {
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
    reader.places = places(of: reader.chunk, upTo: reader.end)
    return true
  }
}
