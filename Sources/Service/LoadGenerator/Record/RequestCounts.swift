public import GrowthloopTransport
public import Statistics

/// The outcomes of requests: each planned one is answered, failed or was not sent.
public struct RequestCounts: Codable, Sendable, Hashable {
  public internal(set) var planned = 0
  public internal(set) var notSent = 0
  /// Of those not sent, the ones that waited for a connection until the end.
  public internal(set) var unconnected = 0
  /// Answers by their statuses.
  public private(set) var statuses = Tally<Int>()
  private var byFailure = [Int](repeating: 0, count: Failure.allCases.count)
  /// Unexpected responses: 5xx, 429, unplanned 4xx, or a status that the request does not expect.
  public internal(set) var unwanted = 0
  /// Steps of journeys that ended before them; they were never planned.
  public internal(set) var unreached = 0
  /// The unexpected responses by their statuses, without those of an expected one.
  public private(set) var unwantedStatuses = Tally<Int>()
  /// The unexpected responses of an expected status by the check that each did not pass.
  public private(set) var unmet = Tally<String>()

  public init() {}

  public var answered: Int { statuses.total }
  public var failed: Int { byFailure.reduce(0, +) }
  /// Requests that failed, were not sent, or got an unexpected response.
  public var errors: Int { failed + unwanted + notSent }
  /// Whether every planned request is counted once.
  public var isBalanced: Bool { planned == answered + failed + notSent }

  /// Errors that a late generator cannot have caused.
  public var ofService: Int { unwanted + unansweredByService }
  /// Those of them without a response: failures, and requests for which all connections were in use.
  public var unansweredByService: Int {
    Failure.allCases.filter(\.isOfService).reduce(unconnected) { $0 + self[$1] }
  }

  public subscript(failure: Failure) -> Int { byFailure[failure.rawValue] }

  /// Answers with a status from 100 · `statusClass` on, for a class from 1 to 5.
  public func answered(inClass statusClass: Int) -> Int {
    statuses.rows.reduce(0) { $0 + ($1.key / 100 == statusClass ? $1.count : 0) }
  }

  mutating func count(_ failure: Failure) { byFailure[failure.rawValue] += 1 }

  /// Counts an answer; an unwanted one of an expected status by the check that it did not pass.
  mutating func countAnswer(_ status: Int, isWanted: Bool, unmet check: String? = nil) {
    statuses.add(status)
    guard !isWanted else { return }
    unwanted += 1
    if let check { unmet.add(check) } else { unwantedStatuses.add(status) }
  }

  static func isWanted(_ status: Int, about standing: LinkPopulation.Standing) -> Bool {
    status < 400 || (status < 500 && status != 429 && standing != .known)
  }

  public static func += (sum: inout Self, other: Self) {
    sum.planned += other.planned
    sum.notSent += other.notSent
    sum.unconnected += other.unconnected
    sum.unwanted += other.unwanted
    sum.unreached += other.unreached
    sum.statuses.add(other.statuses)
    sum.unwantedStatuses.add(other.unwantedStatuses)
    sum.unmet.add(other.unmet)
    for place in sum.byFailure.indices { sum.byFailure[place] += other.byFailure[place] }
  }
}

/// How often each of few values came.
public struct Tally<Key: Codable & Comparable & Hashable & Sendable>: Codable, Sendable, Hashable {
  /// A value and its count.
  public struct Row: Codable, Sendable, Hashable {
    public let key: Key
    public fileprivate(set) var count: Int
  }

  /// In the order of the values.
  public private(set) var rows: [Row] = []

  public init() {}

  public var total: Int { rows.reduce(0) { $0 + $1.count } }

  mutating func add(_ key: Key, count: Int = 1) {
    let place = rows.firstIndex { $0.key >= key } ?? rows.count
    if place < rows.count, rows[place].key == key {
      rows[place].count += count
    } else {
      rows.insert(Row(key: key, count: count), at: place)
    }
  }

  mutating func add(_ other: Tally) {
    for row in other.rows { add(row.key, count: row.count) }
  }

  /// The counts by name; `nil` where there are none.
  public var named: [String: Int]? {
    rows.isEmpty
      ? nil : Dictionary(rows.map { ("\($0.key)", $0.count) }, uniquingKeysWith: +)
  }
}

/// The reason why a request has no response.
public enum Failure: Int, Sendable, Hashable, CaseIterable {
  /// The connection was refused.
  case refused
  /// The connection could not be made.
  case unreachable
  /// The TLS handshake failed.
  case tls
  /// The peer reset the connection.
  case reset
  /// The peer closed the connection before the first byte of a response.
  case earlyClose
  /// The peer closed the connection within a response.
  case halfResponse
  /// The bytes were no response of HTTP.
  case malformed
  /// No complete response within the time limit.
  case timeout
  /// The run ended first.
  case unfinished

  public var name: String { "\(self)" }

  /// Whether a late generator cannot have caused it.
  ///
  /// A time limit counts from the sending, and a response that waits to be read is in time. The
  /// generator's own machine may lack a route or a port, and only the run's end leaves requests
  /// unfinished.
  public var isOfService: Bool {
    switch self {
    case .refused, .tls, .reset, .earlyClose, .halfResponse, .malformed, .timeout: true
    case .unreachable, .unfinished: false
    }
  }
}

/// Four latencies of the requests that got a response, in nanoseconds.
///
/// A request without a response has none: it is later than any limit, and `RequestCounts` has it.
public struct Latencies: Codable, Sendable, Hashable {
  /// From the planned moment to the end of the response: a user's wait.
  public internal(set) var response = HDRHistogram(layout: layout)
  /// From the sending to the end of the response, with the time to connect.
  public internal(set) var service = HDRHistogram(layout: layout)
  /// From the planned moment to the sending.
  public internal(set) var lag = HDRHistogram(layout: layout)
  /// The response without the generator's own lateness: the least that the service took.
  public internal(set) var least = HDRHistogram(layout: layout)

  /// Nanoseconds up to an hour, to three digits, with a resolution of 64 ns.
  public static let layout: HDRHistogram.Layout = {
    do {
      return try HDRHistogram.Layout(lowest: 100, highest: 3_600_000_000_000, digits: 3)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  public init() {}

  /// Adds the records of `other`.
  public mutating func merge(_ other: Latencies) {
    response.merge(other.response)
    service.merge(other.service)
    lag.merge(other.lag)
    least.merge(other.least)
  }

  /// Records a response at `done` to a request that had a connection from `ready` on.
  @inline(__always)
  mutating func record(planned: Int64, ready: Int64, sent: Int64, done: Int64) {
    response.record(UInt64(max(0, done - planned)))
    service.record(UInt64(max(0, done - sent)))
    lag.record(UInt64(max(0, sent - planned)))
    least.record(UInt64(max(0, done - planned - (sent - ready))))
  }
}

/// The result of a run.
public struct LoadRecord: Sendable {
  /// One kind of request.
  public struct Kind: Codable, Sendable {
    public let name: String
    /// After the warm-up.
    public internal(set) var counts = RequestCounts()
    public internal(set) var latencies = Latencies()
    /// In the warm-up.
    public internal(set) var warmUp = RequestCounts()
    /// The first unexpected answer of each flaw.
    public private(set) var unexpected: [UnexpectedAnswer] = []

    init(_ name: String) { self.name = name }

    /// Whether an unexpected answer of that flaw is still to be shown.
    func lacks(_ flaw: String) -> Bool {
      unexpected.count < UnexpectedAnswer.most && !unexpected.contains { $0.flaw == flaw }
    }

    mutating func show(_ answer: UnexpectedAnswer) {
      if lacks(answer.flaw) { unexpected.append(answer) }
    }
  }

  public let plan: LoadPlan
  /// The moment from which the plan's times count.
  public internal(set) var start = MonotonicTime(nanoseconds: 0)
  /// The same by this machine's time of day, in milliseconds since 1970.
  public internal(set) var startTime: Int64 = 0
  /// In the order of the mix.
  public internal(set) var kinds: [Kind]
  public internal(set) var seconds: [SecondRecord] = []
  /// The generator's own health from the warm-up to the last planned moment.
  public internal(set) var health = GeneratorHealth()
  /// Of a plan that several generators shared, the health of each in their order.
  public internal(set) var generators: [GeneratorHealth] = []
  /// The numbers of those whose records are missing, from 1.
  public internal(set) var missing: [Int] = []
  /// The duration of the run, overtime included.
  public internal(set) var elapsed = Duration.zero
  /// What was agreed about encryption; `nil` without TLS.
  public internal(set) var encryption: TLSAgreement?
  /// How many connections and streams were used; `nil` with HTTP/1.1.
  public internal(set) var multiplexing: MultiplexingUse?
  /// How it was sent; `nil` of a plan that several generators shared.
  public internal(set) var engine: EngineUse?
  /// The times from the service's events to their export; `nil` where the service does not tell.
  package var exportLag: HDRHistogram?
  /// Whether it was stopped before its end.
  public internal(set) var wasCancelled = false

  init(_ plan: LoadPlan) {
    self.plan = plan
    kinds = plan.mix.kinds.map { Kind($0.name) }
  }

  /// All kinds together, after the warm-up.
  public var counts: RequestCounts {
    kinds.reduce(into: RequestCounts()) { $0 += $1.counts }
  }

  /// All kinds together, in the warm-up.
  public var warmUpCounts: RequestCounts {
    kinds.reduce(into: RequestCounts()) { $0 += $1.warmUp }
  }

  /// All kinds together.
  public var latencies: Latencies {
    kinds.dropFirst().reduce(into: kinds.first?.latencies ?? Latencies()) {
      $0.merge($1.latencies)
    }
  }

  /// Returns the validity for a gate on latency `gated`, such as its limit for the 99th percentile;
  /// of several generators, all must be valid.
  public func validity(gated: Duration) -> RunValidity {
    generators.isEmpty
      ? RunValidity(health, gated: gated)
      : RunValidity(all: generators.map { RunValidity($0, gated: gated) })
  }

  /// The validity for the measured 99th percentile.
  public var validity: RunValidity { validity(gated: measuredLimit) }

  /// Returns the validity of one of several generators, for a gate or the measured 99th percentile.
  public func validity(of health: GeneratorHealth, gated: Duration?) -> RunValidity {
    RunValidity(health, gated: gated ?? measuredLimit)
  }

  private var measuredLimit: Duration {
    latencies.response.value(atPercentile: 99).map { .nanoseconds(Int64($0)) }
      ?? plan.limits.timeout
  }
}

/// The validity of a run: whether its figures measure the server or the generator.
public enum RunValidity: Sendable, Hashable {
  case valid
  /// Other processes may have slowed the server down.
  case disturbed(because: [Reason])
  /// The figures do not measure the server.
  case generatorLimited(because: [Reason])

  /// One sign that the generator was the bottleneck.
  public enum Reason: Sendable, Hashable {
    /// A percentile of its own lateness, against the most that the gate allows.
    case lag(percentile: Double, was: Duration, allowed: Duration)
    /// Fewer requests were sent than were due, with connections to spare.
    case rate(sent: Int, due: Int)
    /// A proportion of the time, against the greatest permitted one.
    case processor(busy: Double, allowed: Double)
    case runQueue(waiting: Double, allowed: Double)
    case foreign(share: Double, allowed: Double)
    case stolen(share: Double, allowed: Double)
    /// One turn of the loop took longer than the requests that it serves are apart.
    case turn(p99: Duration, allowed: Duration)
  }

  /// Joins the validities of several generators: the worst, with the reasons of all.
  init(all: [RunValidity]) {
    let reasons = all.flatMap { validity -> [Reason] in
      switch validity {
      case .valid: []
      case .disturbed(let reasons), .generatorLimited(let reasons): reasons
      }
    }
    if all.contains(where: { !$0.isValid }) {
      self = .generatorLimited(because: reasons)
    } else {
      self = reasons.isEmpty ? .valid : .disturbed(because: reasons)
    }
  }

  /// Whether the figures measure the server, or at worst a slower one.
  public var isValid: Bool {
    switch self {
    case .valid, .disturbed: true
    case .generatorLimited: false
    }
  }

  /// Whether a missed limit might be kept on a machine without other load.
  public var isDisturbed: Bool {
    switch self {
    case .valid: false
    case .disturbed, .generatorLimited: true
    }
  }
}
