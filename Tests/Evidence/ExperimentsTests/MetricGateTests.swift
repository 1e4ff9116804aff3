import Gates
import Runs
import Scenarios
import SimulationKernel
import Testing

@testable import Experiments

@Suite("Studies · gates on metrics")
struct MetricGateTests {
  private static func study(
    _ gates: [GrowthGate], from first: Int = 4, to most: Int = 16
  ) -> Study {
    var study = Study(livelyPlan(days: 10), seed: 3, replications: first)
    study.watch = GateWatch(gates, from: first, to: most)
    return study
  }

  private static func gate(_ comparison: GateLimit.Comparison, _ limit: Double) -> GrowthGate {
    GrowthGate("sends.recipients", GateLimit(comparison, limit), description: "a gate")
  }

  @Test func `what is clear ends at the first look`() async throws {
    let outcome = try await Self.study([Self.gate(.atLeast, 0), Self.gate(.above, 1e9)])
      .run(on: Workers(2))
    #expect(outcome.replicates.count == 4 && outcome.ending == .decided)
    #expect(outcome.gates.map(\.verdict) == [.kept, .missed])
    #expect(outcome.gates.allSatisfy { $0.replicationsToDecide == nil })
  }

  @Test func `what is close takes the whole budget, and stays undecided`() async throws {
    let all = try await Study(livelyPlan(days: 10), seed: 3, replications: 16).run(on: Workers(1))
    let place = try #require(Metric.place(of: "sends.recipients"))
    let mean = try #require(all.summaries[place].mean)
    for workers in [1, 3] {
      let outcome = try await Self.study([Self.gate(.above, mean), Self.gate(.atLeast, 0)])
        .run(on: Workers(workers))
      #expect(outcome.replicates == all.replicates, "any number of workers sees the same")
      #expect(outcome.ending == .complete)
      #expect(outcome.gates.map(\.verdict) == [.undecided, .kept])
    }
  }

  @Test func `between two looks nothing is decided`() async throws {
    let study = Self.study([Self.gate(.atLeast, 0)])
    let outcome = try await study.run(on: Workers(1))
    let watch = try #require(study.watch)
    let early = watch.judged(by: Array(outcome.replicates.prefix(3)))
    #expect(early.map(\.verdict) == [.undecided])
    #expect(watch.judged(by: []).map(\.verdict) == [.undecided])
  }

  @Test func `every metric has a scale on which gates are written`() {
    #expect(Metric.names.map(\.key) == Metric.all.map(\.key))
    let scales = Dictionary(uniqueKeysWithValues: Metric.names.map { ($0.key, $0.scale) })
    #expect(scales["k.cohort"] == .number && scales["conversion.home"] == .share)
    #expect(scales["cycle.days"] == .days && scales["flow.seconds"] == .seconds)
  }
}
