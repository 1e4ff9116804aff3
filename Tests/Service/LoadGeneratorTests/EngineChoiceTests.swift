import GrowthloopTransport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("Engines · how requests are sent", .timeLimit(.minutes(60)))
struct EngineChoiceTests {
  private static func plan(
    _ loop: LoadPlan.Loop, _ change: (inout LoadPlan) -> Void = { _ in }
  ) -> LoadPlan {
    var plan = LoadPlan(LoadTarget(host: "127.0.0.1", port: 9), loop, TrafficMix(.get("/")))
    plan.limits.engine = .auto
    change(&plan)
    return plan
  }

  private static let manyUsers = LoadPlan.Loop.closed(
    users: 50, pause: .zero, length: .milliseconds(20))

  @Test(.enabled(if: EngineChoice.here.count == 2, "the kernel has no io_uring"))
  func `both are measured where many requests are under way, and the cheaper one sends`() throws {
    let use = try Self.plan(Self.manyUsers).engine()
    let comparison = try #require(use.comparison)
    #expect(comparison.requests == 50 && comparison.ratio > 0)
    #expect(use.engine == (comparison.ratio < 0.95 ? .ring : .epoll))
    #expect(try Self.plan(Self.manyUsers).engine() == use, "measured once")
  }

  @Test(.enabled(if: EngineChoice.here.count == 2, "the kernel has no io_uring"))
  func `gathered requests are measured in the number that falls due together`() throws {
    let gathered = Self.plan(.open(.constant(10_000, for: .seconds(1)))) {
      $0.limits.lateness = .milliseconds(1)
    }
    #expect(try gathered.engine().comparison?.requests == 10)
  }

  static let lonely: [(String, LoadPlan)] = [
    ("in their moments", plan(.open(.constant(10_000, for: .seconds(1))))),
    ("by few users", plan(.closed(users: 3, pause: .zero, length: .seconds(1)))),
    ("by users who pause", plan(.closed(users: 50, pause: .seconds(1), length: .seconds(1)))),
    ("over new connections", plan(manyUsers) { $0.mix = TrafficMix(.get("/", connection: .new)) }),
    ("in TLS", plan(manyUsers) { $0.target = LoadTarget(.https, host: "127.0.0.1", port: 9) }),
    ("over HTTP/2", plan(manyUsers) { $0.target.version = .http2 }),
  ]

  @Test(arguments: lonely.indices)
  func `epoll sends what io_uring does not help, without a measurement`(_ place: Int) throws {
    #expect(
      try Self.lonely[place].1.engine() == EngineUse(engine: .epoll, comparison: nil),
      "\(Self.lonely[place].0)")
  }

  @Test func `io_uring is refused where a library reads the socket`() {
    let encrypted = Self.plan(Self.manyUsers) {
      $0.target = LoadTarget(.https, host: "127.0.0.1", port: 9)
      $0.limits.engine = .ring
    }
    #expect(encrypted.problems().map(\.setting) == ["limits.engine"])
  }

  @Test(arguments: EngineChoice.here)
  func `a record says how it was sent`(_ engine: EngineChoice) throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    let plan = Self.plan(.open(.constant(1_000, for: .milliseconds(20), spacing: .even))) {
      $0.target = LoadTarget(host: "127.0.0.1", port: server.address.port)
      $0.limits.engine = engine
    }
    #expect(try LoadRun(plan).run().engine == EngineUse(engine: engine, comparison: nil))
  }
}
