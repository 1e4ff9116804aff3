public import Statistics

/// How the generator itself was while it measured.
public struct GeneratorHealth: Sendable, Hashable {
  /// By how much requests were sent late that had a connection to go over, in nanoseconds.
  public internal(set) var ownLag = HDRHistogram(layout: Latencies.layout)
  /// How long the turns of its loop took that had something to do, in nanoseconds.
  public internal(set) var turns = HDRHistogram(layout: Latencies.layout)
  /// How many requests such a turn sent.
  public internal(set) var batches = HDRHistogram(layout: .minuteInMicroseconds)
  /// Requests that were sent.
  public internal(set) var sent = 0
  /// Requests that were planned to be sent by then.
  public internal(set) var due = 0
  /// Whether requests waited because all connections were busy.
  public internal(set) var lackedConnections = false
  /// How long was measured.
  public internal(set) var length = Duration.zero
  /// What the processor did for it, where the system tells.
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

/// What the processor did for the generator's thread, and for others, over some time.
public struct ProcessorUse: Sendable, Hashable {
  /// The share of the time in which the thread ran, and did more than watch the clock.
  public var busy: Double
  /// The share of the time in which the thread could have run, and another did.
  public var waiting: Double
  /// How often another was put in its place.
  public var involuntarySwitches: Int
  /// The share of its cores that others took; `nil` where it is not bound to some of them.
  public var foreign: Double?
  /// The share of its cores that the machine under this one took.
  public var stolen: Double

  public init(
    busy: Double, waiting: Double, involuntarySwitches: Int, foreign: Double?, stolen: Double
  ) {
    self.busy = busy
    self.waiting = waiting
    self.involuntarySwitches = involuntarySwitches
    self.foreign = foreign
    self.stolen = stolen
  }
}
