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

/// What a run has come to at the end of a second, for whoever watches it.
public struct LoadProgress: Sendable {
  /// The second that has ended.
  public let second: SecondRecord
  /// All requests so far, those of the warm-up among them.
  public let counts: RequestCounts
  /// By how much the generator itself sent late so far, at the 99th percentile; `nil` before the end
  /// of the warm-up.
  public let lateness: Duration?
  /// The times of all responses of the second, in nanoseconds.
  public var responses: HDRHistogram?

  /// Whether a due request waits, since all connections are in use.
  public var lacksConnections: Bool { second.backlog > .zero }
}

/// What one of several generators measured, in the form of a file: without loss.
public struct SharedRecord: Codable, Sendable {
  /// The number of the generator, from 1, and the number of generators.
  public let number: Int
  public let count: Int
  /// Its first planned moment by its own clock, in milliseconds since 1970.
  public let startTime: Int64
  let kinds: [LoadRecord.Kind]
  let seconds: [SecondRecord]
  public let health: GeneratorHealth
  let elapsed: Duration
  let wasCancelled: Bool
  let exportLag: HDRHistogram?
  let multiplexing: MultiplexingUse?

  /// Takes what a generator measured that sent a share of its plan.
  public init(_ record: LoadRecord) {
    number = record.plan.share.number
    count = record.plan.share.count
    startTime = record.startTime
    kinds = record.kinds
    seconds = record.seconds
    health = record.health
    elapsed = record.elapsed
    wasCancelled = record.wasCancelled
    exportLag = record.exportLag
    multiplexing = record.multiplexing
  }
}

extension LoadRecord {
  /// The reason that records do not make one.
  public enum Mismatch: Error, Hashable, Sendable {
    /// A record has other kinds of requests than the plan, or seconds of another form.
    case otherPlan(agent: Int)
  }

  /// Joins the records of a plan's shares to that of the plan, second by second.
  ///
  /// Counts and histograms are added; shares without a record are `missing`.
  ///
  /// - Throws: `Mismatch` for a record that another plan made.
  public init(_ plan: LoadPlan, joining shares: [SharedRecord]) throws(Mismatch) {
    self.init(plan)
    for share in shares {
      guard share.kinds.map(\.name) == kinds.map(\.name),
        share.seconds.allSatisfy({ $0.late.count == plan.marks.count && $0.responses != nil })
      else { throw .otherPlan(agent: share.number) }
      for (place, kind) in share.kinds.enumerated() { kinds[place].add(kind) }
      for (place, second) in share.seconds.enumerated() {
        if place < seconds.count { seconds[place].add(second) } else { seconds.append(second) }
      }
      health.add(share.health)
      elapsed = max(elapsed, share.elapsed)
      wasCancelled = wasCancelled || share.wasCancelled
      if let lag = share.exportLag { exportLag = lag }
      if let use = share.multiplexing { multiplexing = (multiplexing ?? MultiplexingUse()) + use }
    }
    health.judgeTrend(of: seconds.filter { !$0.isWarmUp })
    generators = shares.map(\.health)
    let numbers = Set(shares.map(\.number))
    missing = (1...max(1, shares.first?.count ?? 1)).filter { !numbers.contains($0) }
  }
}

extension LoadRecord.Kind {
  fileprivate mutating func add(_ other: LoadRecord.Kind) {
    counts += other.counts
    latencies.merge(other.latencies)
    warmUp += other.warmUp
    for answer in other.unexpected { show(answer) }
  }
}

extension SecondRecord {
  /// Adds the same second of another generator.
  fileprivate mutating func add(_ other: SecondRecord) {
    sent += other.sent
    answered += other.answered
    failed += other.failed
    unwanted += other.unwanted
    timed += other.timed
    for place in late.indices { late[place] += other.late[place] }
    inFlight += other.inFlight
    backlog = max(backlog, other.backlog)
    if let more = other.responses {
      responses?.merge(more)
      quantiles = responses.flatMap { Quantiles($0) }
    }
  }
}

extension GeneratorHealth {
  /// Adds the health of another generator; the use of processors remains each one's own.
  fileprivate mutating func add(_ other: GeneratorHealth) {
    ownLag.merge(other.ownLag)
    turns.merge(other.turns)
    batches.merge(other.batches)
    sent += other.sent
    due += other.due
    lackedConnections = lackedConnections || other.lackedConnections
    length = max(length, other.length)
  }
}
