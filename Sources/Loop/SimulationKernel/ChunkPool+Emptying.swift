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
