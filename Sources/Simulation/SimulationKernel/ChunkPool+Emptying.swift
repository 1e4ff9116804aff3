extension ChunkPool {
  /// Moves the entries of `list`, which is not empty, in order to `target`, from place `first` on, and
  /// frees the chunks.
  @inlinable
  mutating func move(_ list: List, to target: inout RawArray<Entry<Event>>, at first: Int) {
    var next = first
    var reader = reader(of: list)
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
    var reader = reader(of: list)
    repeat {
      let chunk = entries(of: reader)
      for place in 0..<chunk.count { window.count(chunk[place].tick) }
    } while advance(&reader)
    window.assignPlaces(count)
    reader = self.reader(of: list)
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
    var reader = reader(of: list)
    repeat {
      let chunk = entries(of: reader)
      for place in 0..<chunk.count { ladder.count(chunk[place].tick, in: rung) }
    } while advance(&reader)
    ladder.assignPlaces(in: rung)
    reader = self.reader(of: list)
    while true {
      let chunk = entries(of: reader)
      for place in 0..<chunk.count { ladder.place(chunk[place], in: rung) }
      let done = reader.chunk
      let goesOn = advance(&reader)
      release(done)
      if !goesOn { return }
    }
  }
}
