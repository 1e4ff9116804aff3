import GrowthloopTransport
@testable import GrowthloopLoadGenerator
import Statistics
import Testing

@Suite("LoadRun · every planned request is answered, failed or not sent", .timeLimit(.minutes(60)))
struct RunTests {
  /// Sends fifty requests to a server that does what it is told.
  private func run(
    _ behaviour: AnswerScript.Behaviour = .atOnce, _ answer: ScriptedAnswer = .ok(),
    kind: RequestKind = .get("/"), by engine: EngineChoice = .epoll,
    _ change: (inout LoadPlan) -> Void = { _ in }
  ) throws -> (record: LoadRecord, figures: ScriptedServer.Figures) {
    let server = try ScriptedServer(behaviour, answering: answer)
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(1_000, for: .milliseconds(50), spacing: .even)), TrafficMix(kind))
    plan.limits.connections = 64
    plan.limits.engine = engine
    change(&plan)
    let record = try LoadRun(plan).run()
    #expect(record.counts.isBalanced)
    return (record, server.stop())
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: ScriptedAnswer
    var failure: Failure?
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"

  static let answers = [
    Answer(testDescription: "whole", answer: .ok()),
    Answer(testDescription: "a large body", answer: .ok(bodyBytes: 300_000)),
    Answer(
      testDescription: "in pieces",
      answer: ScriptedAnswer(["HTTP/1.", "1 200 OK\r\nConte", "nt-Length: 3\r\n\r\nab", "c"])),
    Answer(
      testDescription: "in chunks",
      answer: ScriptedAnswer([
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r", "\n0\r\n\r\n",
      ])),
    Answer(
      testDescription: "to the end",
      answer: ScriptedAnswer(["HTTP/1.1 200 OK\r\n\r\nabc"], then: .close)),
    Answer(
      testDescription: "half", answer: ScriptedAnswer([head + "ab"], then: .close),
      failure: .halfResponse),
    Answer(testDescription: "none", answer: ScriptedAnswer([], then: .close), failure: .earlyClose),
    Answer(testDescription: "a reset", answer: ScriptedAnswer([], then: .reset), failure: .reset),
    Answer(testDescription: "nonsense", answer: ScriptedAnswer(["hello"]), failure: .malformed),
    Answer(
      testDescription: "too much", answer: ScriptedAnswer([head + "hello, world"]),
      failure: .malformed),
  ]

  @Test(arguments: answers, RequestKind.Connection.allCases)
  func `each ending is counted under its own name`(
    _ answer: Answer, _ connection: RequestKind.Connection
  ) throws {
    for engine in EngineChoice.here { try count(answer, connection, by: engine) }
  }

  private func count(
    _ answer: Answer, _ connection: RequestKind.Connection, by engine: EngineChoice
  ) throws {
    let (record, _) = try run(
      answer.answer == .ok() ? .atOnce : .delay(.milliseconds(1)), answer.answer,
      kind: .get("/", connection: connection), by: engine)
    #expect(record.counts.planned == 50)
    if let failure = answer.failure {
      #expect(record.counts[failure] == 50)
      #expect(record.latencies.response.isEmpty)
    } else {
      #expect(record.counts.answered(inClass: 2) == 50)
      #expect(record.counts.errors == 0)
      #expect(record.latencies.response.totalCount == 50)
    }
  }

  @Test(arguments: EngineChoice.here)
  func `requests may be gathered that fall due within the lateness allowed`(_ engine: EngineChoice)
    throws
  {
    let (gathered, _) = try run(by: engine) { $0.limits.lateness = .milliseconds(20) }
    #expect((gathered.health.batches.value(atPercentile: 100) ?? 0) >= 15)
    #expect(gathered.counts.answered == 50)
  }

  @Test(arguments: EngineChoice.here)
  func `a request longer than what a socket takes at once arrives as a whole`(
    _ engine: EngineChoice
  ) throws {
    let body = String(repeating: "x", count: 1_500_000)
    let server = try AnsweringServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port), .open(.recorded([0])),
      TrafficMix(RequestKind("upload", method: "POST", path: "/", body: body)))
    plan.limits.engine = engine
    let record = try LoadRun(plan).run()
    #expect(record.counts.answered == 1 && record.counts.errors == 0)
    #expect(server.requests.last?.hasSuffix("\r\n\r\n\(body)") == true)
  }

  @Test(arguments: EngineChoice.here)
  func `a request without an answer in time has no time`(_ engine: EngineChoice) throws {
    let (record, _) = try run(.delay(.seconds(60)), by: engine) {
      $0.limits.timeout = .milliseconds(20)
    }
    #expect(record.counts[.timeout] == 50)
    #expect(record.latencies.response.isEmpty && record.latencies.service.isEmpty)
    #expect(record.seconds.reduce(0) { $0 + $1.timed } == 0)
    #expect(record.elapsed >= .milliseconds(69))
  }

  @Test(arguments: EngineChoice.here)
  func `an answer that came while the generator was late is in time`(_ engine: EngineChoice) throws
  {
    // More answers than the poller reports at once.
    let count = 400
    let (server, limit) = (try ScriptedServer(.delay(.milliseconds(200))), Duration.seconds(1))
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.recorded([Int64](repeating: 900_000_000, count: count) + [1_050_000_000])),
      TrafficMix(.get("/")))
    (plan.limits.connections, plan.limits.timeout) = (count + 1, limit)
    // The generator stands still beyond the time limit of all that wait for their answers.
    plan.limits.engine = engine
    let record = try LoadRun(plan).run { progress in
      guard progress.second.second == 0 else { return }
      ThisThread.sleep(until: MonotonicTime.now() + limit + .milliseconds(100))
    }
    #expect(record.counts.answered == count + 1 && record.counts.errors == 0)
  }

  @Test func `the generator's own lateness is in the response, and not in the least time`() {
    var latencies = Latencies()
    latencies.record(planned: 1_000_000, ready: 3_000_000, sent: 7_000_000, done: 20_000_000)
    func value(_ histogram: HDRHistogram) -> Double? {
      histogram.max.map { (Double($0) / 1e5).rounded() / 10 }
    }
    #expect(value(latencies.response) == 19 && value(latencies.least) == 15)
    #expect(value(latencies.service) == 13 && value(latencies.lag) == 6)
  }

  /// Asks a server once that never comes to an end.
  private func ask(
    _ server: EndlessServer, timeout: Duration, by engine: EngineChoice
  ) throws -> LoadRecord {
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(100, for: .milliseconds(10), spacing: .even)), TrafficMix(.get("/")))
    plan.limits.timeout = timeout
    plan.limits.engine = engine
    return try LoadRun(plan).run()
  }

  @Test(arguments: EngineChoice.here)
  func `answers before the answer without end are no answer`(_ engine: EngineChoice) throws {
    let interim = [UInt8](String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 4_000).utf8)
    let record = try ask(try EndlessServer(interim), timeout: .seconds(60), by: engine)
    #expect(record.counts.planned == 1 && record.counts[.malformed] == 1)
  }

  @Test(arguments: EngineChoice.here)
  func `a body without end has the time of its request, and no more`(_ engine: EngineChoice) throws
  {
    let record = try ask(
      try EndlessServer(
        beginning: Array("HTTP/1.1 200 OK\r\n\r\n".utf8), [UInt8](repeating: 97, count: 1 << 20)),
      timeout: .milliseconds(50), by: engine)
    #expect(record.counts.planned == 1 && record.counts[.timeout] == 1)
  }

  @Test(arguments: EngineChoice.here)
  func `a run is stopped in the middle of a body without end`(_ engine: EngineChoice) throws {
    let server = try EndlessServer(
      beginning: Array("HTTP/1.1 200 OK\r\n\r\n".utf8), [UInt8](repeating: 97, count: 1 << 20))
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(1, for: .seconds(3_600), spacing: .even)), TrafficMix(.get("/")))
    plan.limits.timeout = .seconds(3_600)
    plan.limits.connections = 1
    let stop = try LoadSwitch()
    plan.limits.engine = engine
    let record = try LoadRun(plan).run(stoppingOn: stop) { _ in stop.stop() }
    #expect(record.wasCancelled && record.counts[.unfinished] == 1)
  }

  @Test(arguments: EngineChoice.here)
  func `requests that find no connection wait with their planned time`(_ engine: EngineChoice)
    throws
  {
    let (record, _) = try run(.oneAtATime(.milliseconds(2)), by: engine) {
      $0.limits.connections = 1
    }
    #expect(record.counts.answered == 50)
    #expect(record.health.lackedConnections)
    // The last is planned after 49 ms and answered after 100 at the earliest.
    #expect((record.latencies.response.max ?? 0) >= 50_000_000)
    #expect((record.latencies.lag.max ?? 0) >= 48_000_000)
  }

  @Test(arguments: EngineChoice.here)
  func `what is too late to be sent is counted as not sent`(_ engine: EngineChoice) throws {
    let (record, figures) = try run(.delay(.milliseconds(100)), by: engine) {
      $0.limits.connections = 1
      $0.limits.overtime = .zero
    }
    #expect(record.counts.planned == 50)
    #expect(record.counts.notSent == 49 && record.counts.unconnected == 49)
    #expect(record.health.lackedConnections && figures.answers == 1)
  }

  @Test(arguments: EngineChoice.here)
  func `a tap has a connection of its own, and the others share theirs`(_ engine: EngineChoice)
    throws
  {
    let taps = try run(kind: .get("/", connection: .new), by: engine)
    // One more: the plan looked whether anybody is there.
    #expect(taps.figures.connections == 51)
    let kept = try run(.oneAtATime(.microseconds(10)), by: engine) { plan in
      plan.limits.connections = 1
    }
    #expect(kept.figures.connections == 2)
  }

  @Test(arguments: EngineChoice.here)
  func `a farewell of the server is heeded`(_ engine: EngineChoice) throws {
    let farewell = ScriptedAnswer([
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    ])
    let (record, figures) = try run(.atOnce, farewell, by: engine)
    #expect(record.counts.answered == 50)
    #expect(figures.connections == 51)
  }

  @Test func `statuses count by their class, and unwanted ones are errors`() throws {
    let busy = ScriptedAnswer(["HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"])
    let (record, _) = try run(.atOnce, busy)
    #expect(record.counts.answered(inClass: 5) == 50)
    #expect(record.counts.errors == 50)
    #expect(RequestCounts.isWanted(404, about: .unknown))
    #expect(!RequestCounts.isWanted(404, about: .known))
    #expect(!RequestCounts.isWanted(429, about: .unknown))
    #expect(RequestCounts.isWanted(302, about: .known))
  }

  /// How many of fifty answers that nothing is there were unwanted, where every link is unknown.
  private func unwanted(_ kind: RequestKind) throws -> Int {
    let nothing = ScriptedAnswer(["HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"])
    return try run(.atOnce, nothing, kind: kind) {
      $0.mix.links = LinkPopulation([.init(.unknown, weight: 1, codes: ["x"])])
    }.record.counts.unwanted
  }

  @Test func `a refusal is an error, unless it was expected of the link or the kind`() throws {
    #expect(try unwanted(.get("/")) == 50)
    #expect(try unwanted(.get("/{code}")) == 0)
    var refused = RequestKind.get("/")
    refused.mayBeRefused = true
    #expect(try unwanted(refused) == 0)
  }

  @Test func `the warm-up counts for itself`() throws {
    let (record, _) = try run { $0.warmUp = .milliseconds(20) }
    #expect(record.warmUpCounts.planned == 20)
    #expect(record.warmUpCounts.isBalanced)
    #expect(record.counts.planned == 30)
    #expect(record.latencies.response.totalCount == 30)
    // The generator is judged by the same thirty milliseconds; what it sends late, it sends after them.
    #expect(record.health.due == 30)
    #expect(record.health.sent <= 30)
    #expect(record.health.sent == Int(record.health.ownLag.totalCount))
    #expect(record.health.length <= .milliseconds(30) + .nanoseconds(1))
  }

  @Test(arguments: EngineChoice.here)
  func `users in a closed loop wait for their answers`(_ engine: EngineChoice) throws {
    let (record, figures) = try run(.delay(.milliseconds(1)), by: engine) {
      $0.loop = .closed(users: 3, pause: .zero, length: .milliseconds(50))
      $0.limits.connections = 3
    }
    #expect(record.counts.answered == figures.answers)
    #expect(record.counts.answered >= 3)
    #expect(record.counts.answered <= 3 * 51)
    #expect(figures.connections == 4)
  }

  @Test(arguments: EngineChoice.here)
  func `a run that is stopped keeps what it measured`(_ engine: EngineChoice) throws {
    let server = try ScriptedServer()
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(200, for: .seconds(3_600), spacing: .even)), TrafficMix(.get("/")))
    let stop = try LoadSwitch()
    plan.limits.engine = engine
    let record = try LoadRun(plan).run(stoppingOn: stop) { _ in stop.stop() }
    #expect(record.wasCancelled)
    #expect(record.counts.isBalanced)
    #expect(record.counts.answered >= 150)
    #expect(record.counts.planned <= 1_000)
    #expect(record.seconds.first?.second == 0)
    server.stop()
  }

  @Test(arguments: EngineChoice.here)
  func `a server that goes away is refused and counted`(_ engine: EngineChoice) throws {
    let server = try ScriptedServer()
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(1_000, for: .milliseconds(50), spacing: .even)), TrafficMix(.get("/")))
    plan.limits.engine = engine
    let run = try LoadRun(plan)
    server.stop()
    let record = try run.run()
    #expect(record.counts[.refused] == 50)
    #expect(record.counts.isBalanced)
  }

  @Test func `seconds add up to the whole`() throws {
    let (record, _) = try run {
      $0.loop = .open(.constant(100, for: .milliseconds(1_200), spacing: .even))
    }
    #expect(record.seconds.map(\.second) == [0, 1])
    #expect(record.seconds.reduce(0) { $0 + $1.sent } == 120)
    #expect(record.seconds.reduce(0) { $0 + $1.answered } == 120)
    #expect(record.seconds[0].quantiles != nil)
  }
}

extension EngineChoice {
  /// Those that this machine has.
  static let here: [EngineChoice] =
    SocketRing(sockets: 1, isStamping: false) == nil ? [.epoll] : [.epoll, .ring]
}
