import CGrowthloopAllocationCounter
import GrowthloopTransport
import GrowthloopLoadGenerator
import Testing

@Suite("LoadRun · what a request costs in memory", .timeLimit(.minutes(60)))
struct LoadAllocationTests {
  /// A debug build boxes what an optimised one keeps in registers.
  private static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  @Test(
    .enabled(if: isOptimised, "only an optimised build can"),
    arguments: RequestKind.Connection.allCases)
  func `a request allocates nothing`(_ connection: RequestKind.Connection) throws {
    for engine in EngineChoice.here { try countAllocations(connection, engine) }
  }

  private func countAllocations(
    _ connection: RequestKind.Connection, _ engine: EngineChoice
  ) throws {
    let server = try ScriptedServer(.delay(.microseconds(50)))
    func cost(_ requests: Int) throws -> UInt64 {
      var plan = LoadPlan(
        LoadTarget(host: "127.0.0.1", port: server.address.port),
        .open(.recorded((0..<requests).map { Int64($0) * 20_000 })),
        TrafficMix(
          [.init(RequestKind("tap", path: "/invite/{code}", connection: connection))],
          links: .init([.init(.known, weight: 1, codes: ["a", "b", "c"])])))
      plan.limits.connections = 8
      plan.limits.engine = engine
      let run = try LoadRun(plan)
      let before = allocation_count()
      let record = try run.run()
      let after = allocation_count()
      #expect(record.counts.answered == requests)
      return after - before
    }
    _ = try cost(100)
    let (short, long) = (try cost(1_000), try cost(10_000))
    // What a second, or a longer queue, needs is needed a few times, on a busy machine more often.
    let more = Int(long) - Int(short)
    #expect(more < 90, "9,000 further requests")
    server.stop()
  }
}
