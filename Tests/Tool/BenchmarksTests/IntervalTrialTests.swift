import growthloop_bench
import GrowthloopStudies
import GrowthloopModel
import SimulationKernel
import Statistics
import Testing

/// The command behind `growthloop-bench intervals`, with a few short runs.
@Suite("Benchmarks · coverage of intervals")
struct IntervalTrialTests {
  private static func trial(runs: Int) -> IntervalTrial {
    var plan = GrowthPlan().inSmallMarket
    plan.days = 5
    return IntervalTrial(plan, runs: runs, sizes: [2, 4])
  }

  @Test func `one worker and two measure the same`() async throws {
    let one = try #require(try await Self.trial(runs: 6).run(on: Workers(1)))
    let two = try #require(try await Self.trial(runs: 6).run(on: Workers(2)))
    #expect(one.truth == two.truth)
    #expect(one.coverages.map(\.held) == two.coverages.map(\.held))
    #expect(one.verdicts == two.verdicts && one.verdictsOfLooks == two.verdictsOfLooks)
    #expect(one.truth.allSatisfy { $0.replications == 24 })
    #expect(one.verdicts.map(\.count) == [6, 6])
  }

  @Test func `smooth metrics are covered`() async throws {
    let outcome = try #require(try await Self.trial(runs: 40).run(on: Workers(2)))
    let sessions = try #require(
      outcome.coverages.first { $0.metric.key == "use.sessions" && $0.size == 4 })
    #expect((sessions.expectedEvents ?? 0) > 100)
    #expect((sessions.held.share ?? 0) > 0.8)
    #expect(!sessions.isBelow(0.5))
  }

  @Test func `design effects are at least those of independent events`() async throws {
    var plan = GrowthPlan().inSmallMarket
    plan.days = 5
    let effects = try #require(
      try await DesignEffectTrial([plan], replications: 40).run(on: Workers(2)))
    let rows = effects.table.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
      .map { $0.split(separator: "\t").map(String.init) }
    #expect(rows.allSatisfy { $0.count == 2 && ($0[1] == "few" || (Double($0[1]) ?? 0) >= 1) })
    #expect(rows.contains { $0[0] == "use.sessions" && $0[1] != "few" })
    // Those who come by themselves are a Poisson process: 1, within three errors of √(2 / 39).
    let arrivals = try #require(rows.first { $0[0] == "arrivals.organic.newcomers" })
    #expect(try #require(Double(arrivals[1])) <= 1.7)
  }
}
