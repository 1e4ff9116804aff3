/// The time that a rank waits for messages, which grows while none come.
///
/// MPI would wait at full speed, and take the core from those that compute.
struct RankPause {
  private(set) var length = Self.shortest
  private static let shortest = Duration.microseconds(50)
  private static let longest = Duration.milliseconds(2)

  /// A rank is given work for so long ahead: a message's way there and back, with both pauses.
  static let ahead = Duration.milliseconds(6)

  mutating func note(wasIdle: Bool) {
    length = wasIdle ? min(length * 2, Self.longest) : Self.shortest
  }
}
