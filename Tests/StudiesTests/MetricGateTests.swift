import GrowthloopFindings
import GrowthloopPlans
import SimulationKernel
import Statistics
import Testing

@testable import GrowthloopStudies

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

  /// Replications whose k.month goes from 21 to 61 thousandths, evenly.
  private static func drawn(_ count: Int) throws -> [Replicate] {
    let place = try #require(Metric.place(of: "k.month"))
    return (0..<count).map { number in
      var readings = Metric.all.map { _ in MetricReading(nil) }
      readings[place] = MetricReading(
        EventCounts(Double(2_100 + 4_000 * number / (count - 1)), per: 100_000))
      return Replicate(number: 0, hash: 0, events: 0, readings: readings, rules: [])
    }
  }

  @Test func `a gate over draws of the inputs speaks of a run, and not of the mean of the draws`()
    throws
  {
    func judged(_ limit: Double, _ count: Int, drawn: Bool) throws -> JudgedGate {
      let gate = GrowthGate("k.month", GateLimit(.above, limit), description: "a gate")
      return try #require(
        GateWatch([gate], from: count, to: count).judged(by: Self.drawn(count), drawn: drawn).first)
    }
    // A quarter of the runs lie below 0.031.
    for count in [41, 101, 401] {
      #expect(try judged(0.03099, count, drawn: false).verdict == .kept, "by the mean, 0.041")
      let gate = try judged(0.03099, count, drawn: true)
      #expect(gate.verdict == .undecided && gate.replicationsToDecide == nil)
      #expect(gate.remark?.hasPrefix("\((count - 1) / 4) of \(count) draws miss it") == true)
      let interval = try #require(gate.measured.interval)
      #expect((interval.low - 0.022).magnitude < 0.001 && (interval.high - 0.060).magnitude < 0.001)
      #expect(try judged(0.0209, count, drawn: true).verdict == .kept)
      #expect(try judged(0.0611, count, drawn: true).verdict == .missed)
    }
  }

  @Test func `every metric has a scale on which gates are written`() {
    #expect(Metric.names.map(\.key) == Metric.all.map(\.key))
    let scales = Dictionary(uniqueKeysWithValues: Metric.names.map { ($0.key, $0.scale) })
    #expect(scales["k.cohort"] == .number && scales["conversion.home"] == .share)
    #expect(scales["cycle.days"] == .days && scales["flow.seconds"] == .seconds)
  }
}
