internal import Statistics

/// The counts and latencies of one second of a run.
public struct SecondRecord: Codable, Sendable, Hashable {
  /// The number of the second, from zero; overtime has further seconds.
  public let second: Int
  /// Whether it belongs to the warm-up, whose latencies do not count.
  public let isWarmUp: Bool
  public internal(set) var sent = 0
  public internal(set) var answered = 0
  public internal(set) var failed = 0
  public internal(set) var unwanted = 0
  /// Responses that ended in it and have a time.
  public internal(set) var timed = 0
  /// The number of those that were longer than each of the plan's marks, within 1 % of the mark.
  public internal(set) var late: [Int] = []
  /// At its end: sent, and not yet answered.
  public internal(set) var inFlight = 0
  /// At its end: by how much the oldest request that waits for a connection is late.
  public internal(set) var backlog = Duration.zero
  /// Of the responses that ended in it, within 1 %; `nil` where none did.
  public internal(set) var quantiles: Quantiles?

  /// Of the responses that ended in it, in nanoseconds; kept only where another generator's are added.
  var responses: HDRHistogram?

  /// Of the time from the planned moment to the end of the answer.
  public struct Quantiles: Codable, Sendable, Hashable {
    public let median: Duration
    public let p99: Duration
    public let p999: Duration
    public let most: Duration
  }

  init(second: Int, isWarmUp: Bool) {
    self.second = second
    self.isWarmUp = isWarmUp
  }
}
