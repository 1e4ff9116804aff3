/// The time from sending an invite to what it brings, as a sample in days.
public struct DelayLaw: Sendable, Hashable {
  private let delays: [Double]
  /// The sums of the delays before each place.
  private let sums: [Double]

  /// Creates the law of a sample, of one delay at least.
  public init(days: [Double]) {
    precondition(!days.isEmpty && days.allSatisfy { $0 >= 0 }, "delays are not negative")
    delays = days.sorted()
    var sum = 0.0
    sums =
      [0]
      + delays.map {
        sum += $0
        return sum
      }
  }

  /// Returns the share that has come of what was sent evenly in the last so many days: w(L).
  ///
  /// The rest comes after a kill switch, which recalls no invite.
  public func arrived(within days: Double) -> Double { arrived(from: 0, to: days) }

  /// Returns the share that has come of what was sent evenly from `start` to `end` days ago.
  public func arrived(from start: Double, to end: Double) -> Double {
    precondition(start >= 0 && end > start, "\(start) to \(end) days ago is no time")
    return (integral(to: end) - integral(to: start)) / (end - start)
  }

  /// The integral of the distribution function from 0.
  private func integral(to time: Double) -> Double {
    var (low, high) = (0, delays.count)
    while low < high {
      let middle = (low + high) / 2
      if delays[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return (time * Double(low) - sums[low]) / Double(delays.count)
  }
}
