import GrowthloopFindings
import GrowthloopTransport
import Statistics
import Synchronization
import Testing
import Vocabulary

@testable import GrowthloopLoadGenerator

@Suite("Planted failures · each is counted exactly, and misses its gate", .timeLimit(.minutes(60)))
struct PlantedFailureTests {
  /// A failure that a server makes on purpose, and how the generator has to count it.
  struct Planted: Sendable {
    let name: String
    let reply: AnsweringServer.Reply
    var failure: Failure?
    /// The status of an unwanted answer.
    var status: Int?
  }

  private static func answer(_ status: String = "200 OK", length: Int = 5, _ body: String = "hello")
    -> String
  {
    "HTTP/1.1 \(status)\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n\(body)"
  }

  static let planted = [
    Planted(name: "failing", reply: .init(text: answer("500 Oh")), status: 500),
    Planted(name: "missing", reply: .init(text: answer("404 Not Found")), status: 404),
    Planted(name: "tooMany", reply: .init(text: answer("429 Slow Down")), status: 429),
    Planted(name: "cut", reply: .init(text: answer(length: 50)), failure: .halfResponse),
    Planted(name: "long", reply: .init(text: answer(length: 3)), failure: .malformed),
    Planted(
      name: "short", reply: .init(text: answer(length: 50), ending: .hold), failure: .timeout),
    Planted(name: "closed", reply: .init(text: ""), failure: .earlyClose),
    Planted(name: "reset", reply: .init(text: "", ending: .reset), failure: .reset),
    Planted(name: "garbage", reply: .init(text: "hello\r\n\r\n"), failure: .malformed),
  ]

  /// Counts what a server plants: in each tenth request of a kind, which are nine among 1,200.
  private final class Counter: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func isPlanted(_ name: String) -> Bool {
      counts.withLock { counts in
        counts[name, default: 0] += 1
        return (counts[name] ?? 0) % 10 == 0
      }
    }

    func planted(_ name: String) -> Int { counts.withLock { ($0[name] ?? 0) / 10 } }
  }

  private static func scenario(_ requests: [OwnRequest], gates: [String]) throws -> LoadScenario {
    var scenario = LoadScenario()
    scenario.arrivals.rate = 300
    scenario.length = .seconds(4)
    scenario.warmUp = .zero
    scenario.requests = requests
    scenario.gates = try gates.map { try #require(LoadGate($0)) }
    return scenario
  }

  private static func request(_ name: String) -> OwnRequest {
    var request = OwnRequest()
    request.name = name
    request.line = OwnRequest.Line(.get, "/\(name)")
    request.connection = .new
    if name == "short" { request.timeout = .seconds(3) }
    return request
  }

  private static func run(_ scenario: LoadScenario, port: UInt16) throws -> LoadOutcome {
    let target = LoadTarget(host: "127.0.0.1", port: port)
    let plan = scenario.plan(against: target, KnownLinks(known: [], people: []))
    return LoadOutcome(scenario, try LoadRun(plan).run())
  }

  /// The name of the kind that a request asks for.
  private static func name(in request: String) -> String {
    String(request.split(separator: " ")[1].dropFirst())
  }

  @Test(arguments: EngineChoice.here)
  func `one in a hundred of 300 requests a second, of nine failures each`(
    _ engine: EngineChoice
  ) throws {
    let counter = Counter()
    let server = try AnsweringServer { (request: String) -> AnsweringServer.Reply in
      let name = Self.name(in: request)
      let planted = Self.planted.first { $0.name == name }
      return counter.isPlanted(name)
        ? planted?.reply ?? .init(text: "") : .init(text: Self.answer())
    }
    defer { server.stop() }
    let gates = Self.planted.map { "\($0.name) errors < 1%" }
    var scenario = try Self.scenario(
      Self.planted.map { Self.request($0.name) }, gates: gates + ["errors < 1%"])
    scenario.limits.engine = engine
    let outcome = try Self.run(scenario, port: server.address.port)
    #expect(outcome.record.counts.isBalanced && outcome.record.counts.notSent == 0)
    for (kind, planted) in zip(outcome.record.kinds, Self.planted) {
      let count = counter.planted(planted.name)
      #expect(count > 5, "\(planted.name)")
      #expect(kind.counts.errors == count, "\(planted.name): \(kind.counts)")
      if let failure = planted.failure { #expect(kind.counts[failure] == count, "\(planted.name)") }
      if let status = planted.status {
        #expect(kind.counts.unwantedStatuses.named == ["\(status)": count])
      }
      #expect(Int(kind.latencies.response.totalCount) == kind.counts.answered)
    }
    for gate in outcome.gates { #expect(gate.verdict == .missed, "\(gate.gate): \(gate.why)") }
  }

  @Test(arguments: EngineChoice.here)
  func `a failure within a journey is that of its step, and the rest is not reached`(
    _ engine: EngineChoice
  ) throws {
    let counter = Counter()
    let names = ["login", "create", "tap"]
    let server = try AnsweringServer { (request: String) -> AnsweringServer.Reply in
      let name = Self.name(in: request)
      let isPlanted = counter.isPlanted(name) && name == "create"
      return .init(text: isPlanted ? Self.answer("500 Oh") : Self.answer())
    }
    defer { server.stop() }
    var journey = OwnRequest()
    journey.name = "invite"
    journey.steps = names.map(Self.request)
    var scenario = try Self.scenario(
      [journey], gates: names.map { "\($0) errors < 1%" } + ["errors < 1%"])
    scenario.limits.engine = engine
    let outcome = try Self.run(scenario, port: server.address.port)
    let counts = outcome.record.kinds.map(\.counts)
    let count = counter.planted("create")
    #expect(outcome.record.kinds.map(\.name) == names && count > 50)
    #expect(counts.map(\.errors) == [0, count, 0])
    #expect(counts.map(\.unreached) == [0, 0, count])
    #expect(
      counts.map(\.planned) == [counts[0].planned, counts[0].planned, counts[0].planned - count])
    let verdicts = outcome.gates.map(\.verdict)
    #expect(verdicts[1] == .missed && verdicts[3] == .missed)
    #expect(verdicts[0] != .missed && verdicts[2] != .missed)
  }

  @Test(
    arguments: EngineChoice.here.map { ($0, HTTPVersion.http1) } + [(.epoll, .http2)])
  func `a stop of a second is the wait of all that were planned in it`(
    _ engine: EngineChoice, _ version: HTTPVersion
  ) throws {
    let server = try ScriptedServer(
      .stalls(every: .seconds(4), lasting: .seconds(1), delay: .milliseconds(1)),
      speaking: version)
    defer { server.stop() }
    var scenario = try Self.scenario([Self.request("get")], gates: ["p90 < 250ms"])
    scenario.requests[0].connection = .kept
    scenario.version = version
    scenario.limits.engine = engine
    scenario.arrivals.spacing = .even
    let outcome = try Self.run(scenario, port: server.address.port)
    let times = outcome.record.latencies.response
    #expect(outcome.record.counts.errors == 0 && outcome.record.counts.answered == 1_200)
    // A quarter is planned in the second, half of that waits for half of it or more.
    #expect(times.count(above: 499_000_000) >= 148)
    #expect(outcome.gates[0].verdict == .missed, "\(outcome.gates[0].why)")
  }

  @Test(arguments: [true, false])
  func `a target that is gone, or breaks TLS, fails each request`(isEncrypted: Bool) throws {
    var scenario = try Self.scenario([Self.request("get")], gates: ["errors < 1%"])
    if isEncrypted, !TLSServer.isThere { return }
    let encrypted = isEncrypted ? try TLSServer() : nil
    let plain = try ScriptedServer()
    let port = encrypted?.port ?? plain.address.port
    scenario.tls.verifies = false
    let target = LoadTarget(isEncrypted ? .https : .http, host: "127.0.0.1", port: port)
    let run = try LoadRun(scenario.plan(against: target, KnownLinks(known: [], people: [])))
    // It answered once, before the run.
    encrypted?.stop()
    plain.stop()
    let broken =
      isEncrypted
      ? try EndlessServer(Array("hello".utf8), every: .milliseconds(1), port: port) : nil
    defer { broken?.stop() }
    let outcome = LoadOutcome(scenario, try run.run())
    let counts = outcome.record.counts
    #expect(counts.planned > 900 && counts[isEncrypted ? .tls : .refused] == counts.planned)
    #expect(outcome.gates.map(\.verdict).first == .missed)
  }
}
