public import Statistics

/// The generator's own lateness and load while it measured.
public struct GeneratorHealth: Codable, Sendable, Hashable {
  /// The lateness of requests that had a connection, in nanoseconds.
  public internal(set) var ownLag = HDRHistogram(layout: Latencies.layout)
  /// The lengths of the loop's busy turns, in nanoseconds.
  public internal(set) var turns = HDRHistogram(layout: Latencies.layout)
  /// The number of requests that such a turn sent.
  public internal(set) var batches = HDRHistogram(layout: .minuteInMicroseconds)
  /// Requests that were sent.
  public internal(set) var sent = 0
  /// Requests that were planned to be sent by then.
  public internal(set) var due = 0
  /// Whether requests waited because all connections were busy.
  public internal(set) var lackedConnections = false
  /// The measured time.
  public internal(set) var length = Duration.zero
  /// The use of the processor, where the system reports it.
  public internal(set) var processor: ProcessorUse?
  /// Whether more and more requests waited or were under way, from second to second (Mann-Kendall,
  /// p < 0.01): the server cannot follow.
  public internal(set) var isFallingBehind = false
  /// Milliseconds of delay, or requests under way, by which it grew each second.
  public internal(set) var backlogSlope = 0.0

  public init() {}

  /// The longest that a turn may take at the 99th percentile: the time in which as many requests
  /// are planned as such turns send.
  ///
  /// `nil` where nothing was planned.
  var allowedTurn: Duration? {
    guard due > 0, let batch = batches.value(atPercentile: 99) else { return nil }
    return length / due * max(1, Int(batch))
  }
}

/// The use of the processor by the generator's thread and by others.
public struct ProcessorUse: Codable, Sendable, Hashable {
  /// The proportion of the time in which the thread ran, and did more than watch the clock.
  public var busy: Double
  /// The proportion of the time in which the thread was runnable and did not run.
  public var waiting: Double
  /// The number of involuntary context switches.
  public var involuntarySwitches: Int
  /// The proportion of its cores that other threads used; `nil` where it is not bound to cores.
  public var foreign: Double?
  /// The proportion of its cores that the hypervisor took.
  public var stolen: Double

}
