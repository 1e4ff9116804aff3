import GrowthloopTransport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("LoadPlan · what cannot be is told before anything is sent", .timeLimit(.minutes(60)))
struct PlanTests {
  @Test func `all mistakes are told at once`() {
    var plan = LoadPlan(
      LoadTarget(host: ""), .open(.constant(-1, for: .seconds(1))),
      TrafficMix(
        [.init(OwnRequest.accept.kind, weight: -1), .init(OwnRequest.accept.kind)],
        links: .init([], exponent: 1)))
    plan.limits.connections = 0
    plan.limits.timeout = .zero
    plan.warmUp = .seconds(2)
    #expect(
      plan.problems().map(\.description) == [
        "arrivals must have rates from 0 to 100000000 a second, not -1.0",
        "arrivals must bring at least one request",
        "mix must have weights of at least 0, and one above 0",
        "mix must not have two kinds of the same name",
        "mix.accept needs links: 'mix.links' must have codes",
        "mix.accept needs a token: 'target.bearerToken' must be given",
        "limits.connections must be from 1 to 1000000, not 0",
        "limits.timeout must be above 0 and at most an hour, not 0.0 seconds",
        "warmUp must be shorter than the plan (1.0 seconds), not 2.0 seconds",
        "target.host must not be empty",
      ])
  }

  @Test func `a plan is bounded in count and time`() {
    var plan = LoadPlan(
      LoadTarget(host: "localhost"), .open(.constant(1_000, for: .seconds(100))),
      TrafficMix(.get("/")))
    #expect(plan.problems().isEmpty)
    plan.limits.requests = 100_000
    plan.limits.length = .seconds(99)
    #expect(
      plan.problems().map(\.setting) == ["length", "arrivals"])
  }

  @Test func `a plan brings a request, or it is none`() {
    func settings(_ rate: Double) -> [String] {
      LoadPlan(
        LoadTarget(host: "localhost"), .open(.constant(rate, for: .seconds(1))),
        TrafficMix(.get("/"))
      ).problems().map(\.setting)
    }
    #expect(settings(1).isEmpty)
    #expect(settings(0.5) == ["arrivals"])
  }

  private func refusal(_ plan: LoadPlan) -> String? {
    do throws(LoadRefusal) {
      _ = try LoadRun(plan).run()
      return nil
    } catch {
      return error.description
    }
  }

  private func plan(_ host: String, port: UInt16 = 80, connections: Int = 1) -> LoadPlan {
    var plan = LoadPlan(
      LoadTarget(host: host, port: port), .open(.recorded([0])), TrafficMix(.get("/")))
    plan.limits.connections = connections
    return plan
  }

  @Test func `a target that does not answer is told with what to do`() throws {
    // A port that was just given back is nobody's.
    let port = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0)).address.port
    #expect(
      refusal(plan("127.0.0.1", port: port))
        == "http://127.0.0.1:\(port) does not answer (connect 127.0.0.1:\(port): Connection refused); "
        + "start it, or choose another target")
  }

  @Test func `a host without address is told by name`() {
    #expect(refusal(plan("no such host"))?.hasPrefix("no address for 'no such host': ") == true)
  }

  @Test func `more connections than files may be open are refused`() {
    let text = refusal(plan("127.0.0.1", connections: 1_000_000))
    #expect(text?.contains("the plan needs 1000064 open files") == true)
  }

  @Test func `more connections than ports come from more addresses of this machine`() throws {
    let here = SocketAddress(.loopbackV4, port: 80)
    #expect(try Preflight.routes(to: here, for: 100, ports: 100).count == 1)
    #expect(try Preflight.routes(to: here, for: 201, ports: 100).count == 3)
    let elsewhere = SocketAddress(IPAddress(v4: 0x0A00_0001), port: 80)
    #expect(throws: LoadRefusal.ports(needed: 201, available: 100)) {
      _ = try Preflight.routes(to: elsewhere, for: 201, ports: 100)
    }
  }
}
