/// How long before a moment the generator asks to be woken: by what nearly all wake-ups are late.
///
/// Whoever is woken earlier has to watch the clock until the moment, which costs the processor more
/// than the rest of the lateness is worth. The first decile is followed in small steps, so that one
/// wake-up that came much too late says no more than another.
struct WakeLead {
  private static let step: Int64 = 100
  /// Of ten wake-ups one is as early.
  private static let stepBack = 9 * step
  /// Farther ahead, watching would cost more than it gains.
  private static let most: Int64 = 100_000

  private(set) var nanoseconds: Int64 = 0

  /// Learns by how much a wake-up came later than it was asked for.
  mutating func learn(lateness: Int64) {
    nanoseconds += lateness > nanoseconds ? Self.step : -Self.stepBack
    nanoseconds = min(max(0, nanoseconds), Self.most)
  }
}
