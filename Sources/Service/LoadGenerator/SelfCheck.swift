public import GrowthloopTransport
internal import Statistics

/// A check of the generator against servers whose every answer time is known.
public struct SelfCheck: Sendable {
  /// One server with its load.
  public struct Case: Sendable {
    public let name: String
    public let behaviour: AnswerScript.Behaviour
    public let rate: Double
    public let length: Duration
    /// Whether users wait for responses, as in generators with coordinated omission.
    public let isClosedLoop: Bool
    public let version: HTTPVersion
    public let engine: EngineChoice

    public init(
      _ name: String, _ behaviour: AnswerScript.Behaviour, rate: Double, for length: Duration,
      isClosedLoop: Bool = false, over version: HTTPVersion = .http1,
      by engine: EngineChoice = .epoll
    ) {
      self.name = name
      self.behaviour = behaviour
      self.rate = rate
      self.length = length
      self.isClosedLoop = isClosedLoop
      self.version = version
      self.engine = engine
    }
  }

  /// Those that this machine has.
  public static let cases = everyCase.filter {
    $0.engine == .epoll || SocketRing(sockets: 1, isStamping: false) != nil
  }

  private static let fullStops = AnswerScript.Behaviour.stalls(
    every: .seconds(10), lasting: .seconds(2), delay: .milliseconds(200))

  private static let everyCase = [
    Case("every answer after 200 ms", .delay(.milliseconds(200)), rate: 1_000, for: .seconds(11)),
    Case(
      "one answer in a hundred after 1 s, the others after 200 ms",
      .oneInMany(100, late: .seconds(1), delay: .milliseconds(200)), rate: 1_000,
      for: .seconds(11)),
    Case(
      "a full stop of 2 s every 10 s, 200 ms otherwise",
      fullStops, rate: 1_000, for: .seconds(20)),
    Case(
      "one request at a time, 20 ms each, 80 % busy", .oneAtATime(.milliseconds(20)), rate: 40,
      for: .seconds(15)),
    Case(
      "the full stops again, asked by 50 users in a closed loop",
      fullStops, rate: 1_000, for: .seconds(20), isClosedLoop: true),
    Case(
      "the full stops, sent by io_uring",
      fullStops, rate: 1_000, for: .seconds(20), by: .ring),
    Case(
      "the full stops, asked by 50 users in a closed loop by io_uring",
      fullStops, rate: 1_000, for: .seconds(20), isClosedLoop: true, by: .ring),
    Case(
      "the full stops over HTTP/2",
      fullStops, rate: 1_000, for: .seconds(20), over: .http2),
    Case(
      "the full stops over HTTP/2, asked by 50 users in a closed loop",
      fullStops, rate: 1_000, for: .seconds(20), isClosedLoop: true, over: .http2),
  ]

  public init() {}
}

extension SelfCheck {
  /// One percentile as reported and as expected, in nanoseconds.
  public struct Comparison: Sendable, Hashable, Encodable {
    public let percentile: Double
    public let reported: UInt64
    public let truth: UInt64

    /// Whether they are within 1 % of each other, or in neighbouring counters.
    public var isTrue: Bool {
      let distance = reported > truth ? reported - truth : truth - reported
      return Double(distance) <= max(0.01 * Double(truth), Double(Self.counterWidth(truth)))
    }

    /// Returns the width of the counter of a value: the layout keeps three digits.
    private static func counterWidth(_ value: UInt64) -> UInt64 { max(64, value >> 10) }
  }

  /// The result of a case.
  public struct Outcome: Sendable {
    public let name: String
    public let isClosedLoop: Bool
    public let comparisons: [Comparison]
    public let record: LoadRecord

    /// Whether every percentile is right, and no request is missing.
    public var isTrue: Bool { comparisons.allSatisfy(\.isTrue) && record.counts.isBalanced }
  }

  public static let percentiles: [Double] = [50, 90, 99, 99.9, 99.99]

  /// Runs one case against a server of its own; `record.wasCancelled` marks one without a result.
  public func run(
    _ check: Case, stoppingOn stop: LoadSwitch? = nil
  ) throws(LoadRefusal) -> Outcome {
    let server: ScriptedServer
    do throws(SystemCallError) {
      server = try ScriptedServer(check.behaviour, speaking: check.version)
    } catch {
      throw .system(error)
    }
    defer { server.stop() }
    let plan = Self.plan(check, at: server.address)
    let record = try LoadRun(plan).run(stoppingOn: stop)
    let (lead, answers) = (record.start - server.start, server.stop().answerTimes)
    // Users in a closed loop send at other moments than the planned ones.
    let truth =
      check.isClosedLoop
      ? Self.truth(check, since: lead) : Self.truth(check, since: lead, answered: answers)
    let reported = record.latencies.response
    return Outcome(
      name: check.name, isClosedLoop: check.isClosedLoop,
      comparisons: Self.percentiles.compactMap { percentile in
        guard let truly = truth.value(atPercentile: percentile),
          let measured = reported.value(atPercentile: percentile)
        else { return nil }
        return Comparison(percentile: percentile, reported: measured, truth: truly)
      }, record: record)
  }

  private static func arrivals(_ check: Case) -> ArrivalProcess {
    .constant(check.rate, for: check.length)
  }

  private static func plan(_ check: Case, at address: SocketAddress) -> LoadPlan {
    var plan = LoadPlan(
      LoadTarget(host: "\(address.address)", port: address.port),
      check.isClosedLoop
        ? .closed(users: 50, pause: .milliseconds(30), length: check.length)
        : .open(arrivals(check)), TrafficMix(.get("/")))
    plan.target.version = check.version
    plan.limits.engine = check.engine
    // More than the requests that wait during a stop.
    (plan.limits.connections, plan.limits.streams) =
      check.version == .http2 ? (8, 512) : (4_096, 1)
    return plan
  }

  /// Returns the true latencies of open arrivals, from planned moments and the server's answers.
  ///
  /// On a busy machine the server answers later than its script, and reports when.
  static func truth(
    _ check: Case, since lead: Duration, answered answers: [Int64?]
  ) -> HDRHistogram {
    var schedule = ArrivalSchedule(arrivals(check), seed: 1)
    var truth = HDRHistogram(layout: Latencies.layout)
    for answer in answers {
      guard let planned = schedule.next() else { break }
      if let answer { truth.record(UInt64(max(0, answer - lead.nanoseconds - planned))) }
    }
    return truth
  }

  /// Returns the latencies that open arrivals would have if the server kept to its script.
  static func truth(_ check: Case, since lead: Duration) -> HDRHistogram {
    var script = AnswerScript(check.behaviour)
    var schedule = ArrivalSchedule(arrivals(check), seed: 1)
    var truth = HDRHistogram(layout: Latencies.layout)
    while let planned = schedule.next() {
      let time = lead.nanoseconds + planned
      truth.record(UInt64(script.answerTime(at: time) - time))
    }
    return truth
  }
}
