import GrowthloopTransport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("What a run tells of its seconds and its refusals", .timeLimit(.minutes(60)))
struct SecondTests {
  private func run(
    _ answer: ScriptedAnswer, kind: RequestKind = .get("/"), marks: [Duration] = []
  ) throws -> LoadRecord {
    let server = try ScriptedServer(.delay(.milliseconds(5)), answering: answer)
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(1_000, for: .milliseconds(50), spacing: .even)), TrafficMix(kind))
    plan.marks = marks
    return try LoadRun(plan).run()
  }

  @Test func `each tells how many responses were longer than a mark`() throws {
    let record = try run(.ok(), marks: [.milliseconds(1), .seconds(60)])
    #expect(record.seconds.reduce(0) { $0 + $1.timed } == 50)
    #expect(record.seconds.reduce(0) { $0 + $1.late[0] } == 50)
    #expect(record.seconds.reduce(0) { $0 + $1.late[1] } == 0)
  }

  @Test func `its times begin at the planned moments, as those of the whole run do`() throws {
    let server = try ScriptedServer(.oneAtATime(.milliseconds(2)))
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(1_000, for: .milliseconds(50), spacing: .even)), TrafficMix(.get("/")))
    plan.limits.connections = 1
    plan.marks = [.milliseconds(40)]
    let record = try LoadRun(plan).run()
    // Two milliseconds each, one behind the other: the last ends 51 ms after its moment, or later.
    #expect(record.seconds.compactMap(\.quantiles).contains { $0.most >= .milliseconds(50) })
    #expect(record.seconds.reduce(0) { $0 + $1.late[0] } >= 8)
  }

  @Test(arguments: [false, true])
  func `a refusal is unwanted unless the kind may be refused`(mayBeRefused: Bool) throws {
    var kind = RequestKind.get("/")
    kind.mayBeRefused = mayBeRefused
    let refusal = ScriptedAnswer(["HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n"])
    let record = try run(refusal, kind: kind)
    #expect(record.counts.answered == 50)
    #expect(record.counts.unwanted == (mayBeRefused ? 0 : 50))
    #expect(record.seconds.reduce(0) { $0 + $1.unwanted } == record.counts.unwanted)
  }

  @Test(arguments: [(StatusSet([201]), 0), (StatusSet([200, 404]), 50), (nil, 0)])
  func `an answer is right by the statuses that its request expects`(
    expected: StatusSet?, unwanted: Int
  ) throws {
    var kind = RequestKind.get("/")
    kind.expected = expected
    let created = ScriptedAnswer(["HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"])
    let counts = try run(created, kind: kind).counts
    #expect(counts.unwanted == unwanted)
    #expect(counts.unwantedStatuses.named == (unwanted > 0 ? ["201": unwanted] : nil))
  }

  @Test func `unexpected responses are counted by their statuses, and added so`() {
    var counts = RequestCounts()
    for status in [503, 404, 500, 404] { counts.countAnswer(status, isWanted: false) }
    counts.countAnswer(200, isWanted: true)
    var sum = counts
    sum += counts
    #expect(sum.unwantedStatuses.rows.map(\.key) == [404, 500, 503])
    #expect(sum.unwantedStatuses.rows.map(\.count) == [4, 2, 2])
    #expect(sum.unwanted == 8)
  }

  @Test func `a set of statuses has those that a response can have`() {
    let set = StatusSet([100, 163, 164, 599, 99, 600, -1])
    #expect(set.statuses == [100, 163, 164, 599])
    #expect(!set.contains(99) && !set.contains(600) && !set.contains(Int.min))
  }
}
