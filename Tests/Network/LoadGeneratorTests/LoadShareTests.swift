import LinuxIO
import ScriptedServer
import Testing

@testable import LoadGenerator

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
}
