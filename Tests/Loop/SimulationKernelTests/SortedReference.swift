import SimulationKernel

/// What a calendar must do, done plainly: a sorted list from which the first is taken.
struct SortedReference<Time: SimulationTime> {
  private var entries: [(tick: UInt64, number: Int)] = []
  private var scheduled = 0

  var count: Int { entries.count }

  /// Adds an event and returns its number, one more than that of the event before.
  mutating func schedule(at time: Time) -> Int {
    let place = place { $0.tick <= time.tick }
    entries.insert((time.tick, scheduled), at: place)
    scheduled += 1
    return scheduled - 1
  }

  mutating func cancel(_ number: Int, at time: Time) -> Bool {
    let place = place { ($0.tick, $0.number) < (time.tick, number) }
    guard place < entries.count, entries[place] == (time.tick, number) else { return false }
    entries.remove(at: place)
    return true
  }

  mutating func next(before horizon: Time) -> (time: Time, number: Int)? {
    guard let first = entries.first, first.tick < horizon.tick else { return nil }
    entries.removeFirst()
    return (Time(tick: first.tick), first.number)
  }

  /// The place of the first entry that does not precede, as `precedes` says.
  private func place(_ precedes: ((tick: UInt64, number: Int)) -> Bool) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(entries[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
