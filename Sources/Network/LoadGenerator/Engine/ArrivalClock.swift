internal import LinuxIO

/// Tells by the monotonic clock when something arrived that the kernel stamped by the time of day.
struct ArrivalClock {
  /// A reading that takes longer was interrupted, and says nothing.
  private static let longestReading: Int64 = 1_000

  /// By how much the monotonic clock is ahead.
  private var lead: Int64?

  /// Compares the clocks; somebody may have set the time of day.
  mutating func compare() {
    let before = MonotonicTime.now().nanoseconds
    let wall = WallTime.nanoseconds()
    let after = MonotonicTime.now().nanoseconds
    if after - before <= Self.longestReading { lead = before - wall }
  }

  func time(of stamp: Int64) -> Int64? { lead.map { stamp + $0 } }
}
