import Vocabulary

/// A search for the oldest of the newest clicks, in whatever order they are given.
enum NewestClicks {
  /// Returns the oldest of the `most` newest clicks that existed at `launch`; `nil` if there are no
  /// more.
  ///
  /// Reads the clicks once if they are in order of time. Otherwise it halves the time between the
  /// first and the last of them until one click remains: slower, but without allocation.
  static func oldest(
    of most: Int, in clicks: Span<ClickFootprint>, until launch: Instant
  ) -> ClickOrder? {
    precondition(most > 0, "a rule that looks at \(most) clicks finds none")
    var present = 0
    var isInOrder = true
    var first = launch
    for index in clicks.indices where clicks[index].at <= launch {
      present += 1
      first = min(first, clicks[index].at)
      if index > 0, clicks[index].order < clicks[index - 1].order { isInOrder = false }
    }
    guard present > most else { return nil }
    // In order, the clicks that exist come first, so the count alone gives the place.
    if isInOrder { return clicks[present - most].order }

    // The latest moment since which there are at least `most` clicks.
    var low = first.milliseconds
    var high = launch.milliseconds
    while low < high {
      let middle = low + (high - low + 1) / 2
      if count(clicks, from: middle, until: launch) >= most {
        low = middle
      } else {
        high = middle - 1
      }
    }
    // Of the clicks of that very moment only the last ones belong.
    let moment = Instant(milliseconds: low)
    var surplus = count(clicks, from: low, until: launch) - most
    var lowest = sequence(after: nil, at: moment, in: clicks)
    while surplus > 0 {
      lowest = sequence(after: lowest, at: moment, in: clicks)
      surplus -= 1
    }
    return ClickOrder(at: moment, sequence: lowest)
  }

  private static func count(
    _ clicks: Span<ClickFootprint>, from start: Int64, until launch: Instant
  ) -> Int {
    var count = 0
    for index in clicks.indices {
      let at = clicks[index].at
      if at.milliseconds >= start, at <= launch { count += 1 }
    }
    return count
  }

  /// The lowest sequence number above `bound` among the clicks of one moment.
  private static func sequence(
    after bound: UInt64?, at moment: Instant, in clicks: Span<ClickFootprint>
  ) -> UInt64 {
    var lowest = UInt64.max
    for index in clicks.indices where clicks[index].at == moment {
      let sequence = clicks[index].sequence
      if let bound, sequence <= bound { continue }
      lowest = min(lowest, sequence)
    }
    return lowest
  }

  /// Returns the oldest of the `most` newest clicks that existed at `launch`, of clicks in order of
  /// time.
  static func oldest(
    of most: Int, inOrder clicks: Slabs<ClickFootprint>, until launch: Instant
  ) -> ClickOrder? {
    precondition(most > 0, "a rule that looks at \(most) clicks finds none")
    let present = count(inOrder: clicks, until: launch)
    return present > most ? clicks[present - most].order : nil
  }

  /// Returns the number of clicks, which are in order of time, that came by `moment`.
  ///
  /// Searches from the end in growing steps: fast where few came later.
  static func count(inOrder clicks: Slabs<ClickFootprint>, until moment: Instant) -> Int {
    var end = clicks.count
    var step = 1
    while end > 0, clicks[max(0, end - step)].at > moment {
      end = max(0, end - step)
      step *= 2
    }
    // All from `end` on came later; of the last step's clicks before it, none, some or all did.
    var low = max(0, end - step)
    while low < end {
      let middle = low + (end - low) / 2
      if clicks[middle].at > moment { end = middle } else { low = middle + 1 }
    }
    return end
  }
}
