extension ChunkPool {
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
}
