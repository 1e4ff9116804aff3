import Foundation
import GrowthloopTransport
import Statistics
import Testing

@testable import GrowthloopLoadGenerator

@Suite("Shares · several generators send exactly one plan", .timeLimit(.minutes(60)))
struct LoadShareTests {
  private static let mix = TrafficMix(
    [TrafficMix.Part(.get("/a")), TrafficMix.Part(.get("/b"), weight: 2)])

  private static let arrivals: [ArrivalProcess] = [
    .recorded([0, 5, 5, 7, 9_000, 10_000, 11_111]),
    .constant(300, for: .seconds(1), spacing: .even), .constant(300, for: .seconds(1)),
    .recorded([3]),
  ]

  /// The moments and numbers of the requests of a share.
  private func requests(_ plan: LoadPlan) -> [(moment: Int64, number: Int)] {
    var source = RequestSource(plan, start: 0)
    var found: [(moment: Int64, number: Int)] = []
    while source.head != RequestSource.never {
      found.append((source.head, plan.share.number - 1 + found.count * plan.share.count))
      source.removeHead()
    }
    return found
  }

  @Test(arguments: arrivals, [1, 2, 3, 8])
  func `the moments and requests of all shares are those of the plan`(
    arrivals: ArrivalProcess, count: Int
  ) {
    var plan = LoadPlan(LoadTarget(host: "localhost"), .open(arrivals), Self.mix)
    let whole = requests(plan)
    let draws = RequestDraws.checked(plan)
    var shared: [(moment: Int64, number: Int)] = []
    for number in 1...count {
      plan.share = LoadShare(number, of: count)
      shared += requests(plan)
    }
    shared.sort { $0.number < $1.number }
    #expect(shared.map(\.number) == whole.map(\.number))
    #expect(shared.map(\.moment) == whole.map(\.moment))
    #expect(
      shared.map { draws.request($0.number) } == whole.indices.map { draws.request($0) })
  }

  @Test func `run apart, the generators send as many of each kind as one does`() throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(2_000, for: .milliseconds(100))), Self.mix)
    let whole = try LoadRun(plan).run()
    var counts = [0, 0]
    for number in 1...3 {
      plan.share = LoadShare(number, of: 3)
      let record = try LoadRun(plan).run()
      for place in counts.indices { counts[place] += record.kinds[place].counts.planned }
    }
    #expect(counts == whole.kinds.map(\.counts.planned) && counts.allSatisfy { $0 > 0 })
  }

  @Test func `nothing is sent before the common start`() throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    let plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(1_000, for: .milliseconds(20), spacing: .even)), Self.mix)
    let start = MonotonicTime.now() + .milliseconds(150)
    let record = try LoadRun(plan).run(notBefore: start)
    #expect(record.start == start && record.counts.planned == 20)
    #expect(record.counts.answered(inClass: 2) == 20)
  }

  @Test func `users are not shared: they wait for their own responses`() {
    var plan = LoadPlan(
      LoadTarget(host: "localhost"), .closed(users: 3, pause: .zero, length: .seconds(1)), Self.mix)
    plan.share = LoadShare(1, of: 2)
    #expect(plan.problems().map(\.setting) == ["users"])
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "1/1001", "-1/2", "1/2/3", "a/b", "1/", "1.0/2"])
  func `what is no share is none`(text: String) {
    #expect(LoadShare(text) == nil)
  }

  @Test func `a share is read and written as k/n`() {
    #expect(LoadShare("2/3") == LoadShare(2, of: 3) && LoadShare(2, of: 3).description == "2/3")
    #expect(LoadShare("1/1") == .whole && LoadShare("1000/1000")?.count == LoadShare.most)
  }

  private func share(_ number: Int, of count: Int, _ plan: LoadPlan) throws -> SharedRecord {
    var plan = plan
    plan.share = LoadShare(number, of: count)
    let record = SharedRecord(try LoadRun(plan).run())
    // As another machine's file has it.
    return try JSONDecoder().decode(SharedRecord.self, from: JSONEncoder().encode(record))
  }

  @Test func `joined, the records of all shares are one of the plan`() throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(500, for: .milliseconds(1_200))), Self.mix)
    plan.warmUp = .milliseconds(200)
    plan.marks = [.nanoseconds(1), .seconds(100)]
    let whole = try LoadRun(plan).run()
    let shares = try (1...3).map { try share($0, of: 3, plan) }
    let joined = try LoadRecord(plan, joining: shares)
    #expect(joined.kinds.map(\.counts.planned) == whole.kinds.map(\.counts.planned))
    #expect(joined.warmUpCounts.planned == whole.warmUpCounts.planned)
    #expect(joined.latencies.response.totalCount == whole.latencies.response.totalCount)
    #expect(joined.counts.isBalanced && joined.generators.count == 3)
    #expect(joined.health.due == whole.health.due)
    #expect(joined.health.sent == shares.reduce(0) { $0 + $1.health.sent })
    #expect(joined.seconds.map(\.second) == Array(joined.seconds.indices))
    #expect(joined.seconds.reduce(0) { $0 + $1.sent } == whole.seconds.reduce(0) { $0 + $1.sent })
    for second in joined.seconds where second.timed > 0 {
      #expect(second.late == [second.timed, 0] && second.quantiles != nil)
    }
    let most = joined.seconds.compactMap { $0.quantiles?.most }.max()
    #expect(
      most
        == joined.seconds.compactMap(\.responses).compactMap(\.max).max().map {
          .nanoseconds(Int64($0))
        })
  }

  @Test func `joined, a run is valid only if each generator was`() throws {
    func health(lag: UInt64) -> GeneratorHealth {
      var health = GeneratorHealth()
      health.ownLag.record(lag, count: 1_000)
      (health.sent, health.due) = (1_000, 1_000)
      return health
    }
    let gate = Duration.milliseconds(200)
    let (good, late) = (
      RunValidity(health(lag: 1_000), gated: gate),
      RunValidity(health(lag: 10_000_000_000), gated: gate)
    )
    #expect(good == .valid && !late.isValid)
    #expect(RunValidity(all: [good, good]) == .valid)
    #expect(RunValidity(all: [good, late]) == late)
    var disturbed = health(lag: 1_000)
    disturbed.processor = ProcessorUse(
      busy: 0.1, waiting: 0.5, involuntarySwitches: 0, foreign: nil, stolen: 0)
    let third = RunValidity(disturbed, gated: gate)
    #expect(third.isValid && third.isDisturbed)
    #expect(RunValidity(all: [good, third]) == third && !RunValidity(all: [third, late]).isValid)
  }

  @Test func `records of another plan are none of this one`() throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.constant(500, for: .milliseconds(50))), Self.mix)
    let record = try share(1, of: 2, plan)
    plan.marks = [.seconds(1)]
    #expect(throws: LoadRecord.Mismatch.otherPlan(agent: 1)) {
      _ = try LoadRecord(plan, joining: [record])
    }
    plan.marks = []
    plan.mix = TrafficMix(.get("/a"))
    #expect(throws: LoadRecord.Mismatch.otherPlan(agent: 1)) {
      _ = try LoadRecord(plan, joining: [record])
    }
  }

  @Test func `the times of each second are kept for six hours at most`() {
    var plan = LoadPlan(
      LoadTarget(host: "localhost"), .open(.constant(1, for: .seconds(21_601))), Self.mix)
    #expect(plan.problems().isEmpty)
    plan.share = LoadShare(1, of: 2)
    #expect(plan.problems().map(\.setting) == ["length"])
  }
}
