import Foundation
import GrowthloopTransport
import GrowthloopStudies
import GrowthloopReports
@testable import growthloop
import TestConsole
import TestRanks
import Testing

@Suite("growthloop load under mpirun · one plan, one start, one report", .timeLimit(.minutes(60)))
struct RankedLoadTests {
  private static let plan = shortLoad(gates: "errors < 100%")

  /// Runs the tool as each of these ranks at the same time; returns what came of it, by rank.
  private static func run(_ arguments: [String], as ranks: [MemoryRank]) async -> [Outcome] {
    await withTaskGroup(of: (Int, Outcome).self) { group in
      for rank in ranks {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              let console = MemoryConsole()
              let (code, _) = RankedRun(arguments, console: console).run(as: rank)
              continuation.resume(
                returning: (
                  rank.rank,
                  Outcome(code: code, output: console.output, complaints: console.complaints)
                ))
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  @Test func `the ranks are the agents, and rank 0 has the requests of all`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("plan.yaml", Self.plan)
    let server = try ScriptedServer()
    defer { server.stop() }
    let target = ["--target", "http://127.0.0.1:\(server.address.port)"]
    let alone = await growthloopOnThread(["load", file] + target)
    let outcomes = await Self.run(["load", file] + target, as: MemoryRank.job(3))
    #expect([.success, .gateUndecided].contains(outcomes[0].code), "\(outcomes[0].complaints)")
    #expect(outcomes[0].output.contains("; 3 agents"))
    func planned(_ outcome: Outcome) -> Substring? {
      outcome.lines.first { $0.hasPrefix("get /") }?.split(separator: " ").dropFirst(2).first
    }
    #expect(planned(alone) != nil && planned(outcomes[0]) == planned(alone))
    for outcome in outcomes.dropFirst() {
      #expect(outcome.code == .success && outcome.output.isEmpty && outcome.complaints.isEmpty)
    }
  }

  @Test func `what several ranks cannot do is refused`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("plan.yaml", Self.plan)
    for (words, reason) in [
      (["--agent", "1/2"], "the ranks are the agents of the plan: '--agent'"),
      ([], "several agents load one service"),
    ] {
      let outcomes = await Self.run(["load", file] + words, as: MemoryRank.job(2))
      #expect(outcomes[0].code == .usage && outcomes[0].complaints.contains(reason))
      #expect(outcomes[1].code == .success && outcomes[1].complaints.isEmpty)
    }
  }

  @Test func `a rank that does not begin, or ended before, is named`() throws {
    let console = MemoryConsole()
    let ranks = MemoryRank.job(3)
    try Interrupt.watching(console) { interrupt in
      let first = try RankedLoad(
        RankGroup(ranks[0]), until: interrupt, patience: .milliseconds(20))
      let late = #expect(throws: UnfitInput.self) { try first.start() }
      #expect(late?.description.hasPrefix("ranks 1, 2 did not begin within") == true)
      RankGroup(ranks[2]).leave(because: "no plan")
      let ended = #expect(throws: UnfitInput.self) { try first.start() }
      #expect(ended?.description.hasPrefix("rank 2 ended: no plan") == true)
    }
  }

  @Test func `a rank that is lost after the start leaves the measurements of the others`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("plan.yaml", Self.plan)
    let server = try ScriptedServer()
    defer { server.stop() }
    let (target, agent) = ("http://127.0.0.1:\(server.address.port)", "\(folder.path)/1")
    let alone = growthloop("load", file, "--target", target, "--agent", "1/3", "--out", agent)
    #expect(alone.code != .badInput, "\(alone.complaints)")
    let (console, ranks) = (MemoryConsole(), MemoryRank.job(3))
    try Interrupt.watching(console) { interrupt in
      let group = RankGroup(ranks[0])
      let first = try RankedLoad(group, until: interrupt, patience: .milliseconds(20))
      RankGroup(ranks[1]).leave(because: "no port")
      let agents = try first.join(ResultFile("agent.json", folder.text("1/agent.json")))
      let merged = try LoadCommand.merge(
        agents, Delivery(Arguments([agent], of: MergeCommand.manual), of: []), on: console)
      #expect(merged == .gateUndecided)
      #expect(
        group.takeNotices() == [1, 2].map { "rank \($0) is lost: its measurement did not come" })
      #expect(group.hasLost)
    }
    #expect(console.output.contains("Agents 2, 3 are missing: the report has the requests of"))
  }
}
