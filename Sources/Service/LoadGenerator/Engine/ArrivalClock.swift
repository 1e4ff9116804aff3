internal import GrowthloopTransport

/// A conversion of kernel receive timestamps, in time of day, to the monotonic clock.
struct ArrivalClock {
  /// A longer reading was interrupted and is discarded.
  private static let longestReading: Int64 = 1_000

  /// The lead of the monotonic clock.
  private var lead: Int64?

  /// Compares the clocks again, as the time of day may have been set.
  mutating func compare() {
    let before = MonotonicTime.now().nanoseconds
    let wall = WallTime.nanoseconds()
    let after = MonotonicTime.now().nanoseconds
    if after - before <= Self.longestReading { lead = before - wall }
  }

  func time(of stamp: Int64) -> Int64? { lead.map { stamp + $0 } }
}
