/// A running median of the lateness of wake-ups; the generator requests earlier wake-ups by it.
struct WakeupEstimator {
  private static let step: Int64 = 500
  /// A longer busy wait would cost more than it gains.
  private static let most: Int64 = 100_000

  private(set) var nanoseconds: Int64 = 0

  /// Updates the estimate with the lateness of one wake-up.
  mutating func learn(lateness: Int64) {
    nanoseconds += lateness > nanoseconds ? Self.step : -Self.step
    nanoseconds = min(max(0, nanoseconds), Self.most)
  }
}
