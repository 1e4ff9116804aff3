/// How long before a moment the generator asks to be woken: as late as the system usually wakes it.
///
/// What is left until the moment it watches the clock. The median is followed in small steps, so
/// that one wake-up that came much too late says no more than another.
struct WakeLead {
  private static let step: Int64 = 500
  /// Farther ahead, watching would cost more than it gains.
  private static let most: Int64 = 100_000

  private(set) var nanoseconds: Int64 = 0

  /// Learns by how much a wake-up came later than it was asked for.
  mutating func learn(lateness: Int64) {
    nanoseconds += lateness > nanoseconds ? Self.step : -Self.step
    nanoseconds = min(max(0, nanoseconds), Self.most)
  }
}
