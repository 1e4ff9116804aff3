extension Ladder {
  /// Returns the number of entries in `window` of `rung`.
  @inlinable
  func count(in window: Int, of rung: Rung) -> Int {
    let column = rung.firstWindow + window
    let start = window == 0 ? rung.firstEntry : Int(ends[column - 1])
    var count = Int(ends[column]) - start
    var latecomer = Int(firstLate[column])
    while latecomer != 0 {
      count += 1
      latecomer = Int(afterLate[latecomer])
    }
    return count
  }

  /// Copies the entries of `window` in order to `target`, from place `first` on.
  @inlinable
  func copy(_ window: Int, of rung: Rung, to target: inout RawArray<Entry<Event>>, at first: Int) {
    let column = rung.firstWindow + window
    let start = window == 0 ? rung.firstEntry : Int(ends[column - 1])
    var next = first
    for place in start..<Int(ends[column]) {
      target[next] = entries[place]
      next += 1
    }
    var latecomer = Int(firstLate[column])
    while latecomer != 0 {
      target[next] = late[latecomer]
      next += 1
      latecomer = Int(afterLate[latecomer])
    }
  }

  /// Sorts the entries of `turn` into `window`.
  @inlinable
  mutating func sort(
    _ turn: Int, of rung: Rung, holding count: Int, into window: inout Window<Event>
  ) {
    window.beginSort(of: count, from: rung.start(of: turn), bits: rung.shift)
    let column = rung.firstWindow + turn
    let start = turn == 0 ? rung.firstEntry : Int(ends[column - 1])
    let end = Int(ends[column])
    for place in start..<end { window.count(entries[place].tick) }
    var latecomer = Int(firstLate[column])
    while latecomer != 0 {
      window.count(late[latecomer].tick)
      latecomer = Int(afterLate[latecomer])
    }
    window.assignPlaces(count)
    for place in start..<end { window.place(entries[place]) }
    latecomer = Int(firstLate[column])
    while latecomer != 0 {
      window.place(late[latecomer])
      latecomer = Int(afterLate[latecomer])
    }
    window.finishSort()
  }

  /// Moves the entries of `window`, too many to sort, to a rung of their own.
  @inlinable
  mutating func divide(_ window: Int, of rung: Rung, holding count: Int) {
    let inner = open(for: count, from: rung.start(of: window), to: rung.end(of: window))
    let column = rung.firstWindow + window
    let start = window == 0 ? rung.firstEntry : Int(ends[column - 1])
    let end = Int(ends[column])
    for place in start..<end { self.count(entries[place].tick, in: inner) }
    var latecomer = Int(firstLate[column])
    while latecomer != 0 {
      self.count(late[latecomer].tick, in: inner)
      latecomer = Int(afterLate[latecomer])
    }
    assignPlaces(in: inner)
    for place in start..<end { self.place(entries[place], in: inner) }
    latecomer = Int(firstLate[column])
    while latecomer != 0 {
      self.place(late[latecomer], in: inner)
      latecomer = Int(afterLate[latecomer])
    }
    releaseLate(in: window, of: rung)
  }

  /// Moves the entries of `window`, which end before `limit`, to a rung of their own.
  @inlinable
  mutating func divide(_ window: inout Window<Event>, from base: UInt64, to limit: UInt64) {
    // A rung whose last window this was is closed first: many such rungs would deepen the ladder.
    while depth > 0, rungs[depth - 1].isPast { close() }
    let inner = open(for: window.count, from: base, to: limit)
    for place in window.first..<window.end { count(window.entries[place].tick, in: inner) }
    assignPlaces(in: inner)
    for place in window.first..<window.end { self.place(window.entries[place], in: inner) }
    window.first = window.end
  }

  /// Frees the places of the late entries of `window`.
  @inlinable
  mutating func releaseLate(in window: Int, of rung: Rung) {
    let column = rung.firstWindow + window
    guard firstLate[column] != 0 else { return }
    afterLate[Int(lastLate[column])] = freeLate
    freeLate = firstLate[column]
    firstLate[column] = 0
  }
}
