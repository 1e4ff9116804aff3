import Vocabulary

/// When a user's latest invites were counted; empty, and so without memory, until the first.
public struct DailyTally: Hashable, Sendable {
  /// Oldest first, and never more than the limit: older ones decide nothing.
  private var times: [Instant] = []

  public init() {}

  /// Returns the `n`th newest, from 1; `nil` if there were fewer.
  func nth(_ n: Int) -> Instant? {
    n <= times.count ? times[times.count - n] : nil
  }

  /// Adds a moment, also one that comes late, and forgets what is beyond the newest `most`.
  mutating func add(_ moment: Instant, keeping most: Int) {
    let later = times.reversed().prefix { $0 > moment }.count
    times.insert(moment, at: times.count - later)
    times.removeFirst(max(0, times.count - most))
  }
}
