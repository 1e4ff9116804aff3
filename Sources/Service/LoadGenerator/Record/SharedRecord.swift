internal import Statistics

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
