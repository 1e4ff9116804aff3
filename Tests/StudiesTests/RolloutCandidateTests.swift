import GrowthloopFindings
@testable import GrowthloopStudies
import GrowthloopPlans
import Statistics
import Testing

@Suite("Rollouts · plans side by side")
struct RolloutCandidateTests {
  private static func candidates(_ rollout: String, profile: String = "product") throws
    -> [RolloutCandidate]
  {
    let text =
      "title: A\nprofile: \(profile)\nrollout: {\(rollout), defect: {sharing: {complete: 60%}}}"
    let scenario = try ScenarioReader(
      GrowthScenario.self, loader: .disk(), metrics: Metric.names
    ).read(SourceText(name: "a.yaml", text: text)).value
    return RolloutCandidate.all(of: try #require(scenario.rollout), in: scenario)
  }

  private static let two =
    "guardrails: [{metric: flow.sheetCompletion}, {metric: flow.sheetCompletion, floor: 60%}]"

  @Test(arguments: ["rin", "product", "design"])
  func `at most eight plans, no two alike, and each one change away from one`(
    profile: String
  ) throws {
    for rollout in [
      "guardrails: [{metric: flow.sheetCompletion}]", Self.two,
      "guardrails: [{metric: flow.sheetCompletion, floor: 60%}]",
      "stages: [1%@0, 100%@3], guardrails: [{metric: flow.sheetCompletion, rule: daily}]",
      "stages: [1%@0, 100%@3], " + Self.two,
    ] {
      let all = try Self.candidates(rollout, profile: profile)
      #expect(all.count > 2 && all.count <= 8)
      #expect(all[0].isWritten && !all.dropFirst().contains(where: \.isWritten))
      for (place, one) in all.enumerated() {
        #expect(
          !all.dropFirst(place + 1).contains { $0.plan == one.plan && $0.watched == one.watched })
      }
      // A ramp that reaches everybody at once is tried as written alone.
      #expect(all.dropFirst().allSatisfy { $0.plan.ramp.controlledDays > 0 })
    }
  }

  @Test func `a plan without the floor is tried, and no rule of a habit that nobody asked for`()
    throws
  {
    let all = try Self.candidates(Self.two)
    #expect(all[0].rule == "floor and pocock" && all[0].watched == [0, 1])
    #expect(all.dropFirst().allSatisfy { $0.watched == [0] })
    #expect(Set(all.dropFirst().map(\.rule)) == ["pocock", "obrienFleming", "confidenceSequence"])
    #expect(Set(all.map(\.plan.onUndecided)) == [.advance, .hold, .rollback])
    #expect(Set(all.map(\.ramp)) == ["product", "design"])
  }

  @Test func `guardrails with a control share the rate of the rollout`() throws {
    let three = "{metric: flow.sheetCompletion}, {metric: flow.completion}"
    let plan = try Self.candidates(
      "guardrails: [\(three), {metric: flow.grantShare}, {metric: flow.completion, floor: 1%}]")[0]
    let rates = plan.plan.guardrails.map(\.falsePositiveRate)
    #expect(rates.prefix(3).allSatisfy { ($0 - 0.05 / 3).magnitude < 1e-12 })
    let own = try Self.candidates(
      "falsePositives: 10%, guardrails: [\(three), {metric: flow.grantShare, falsePositives: 1%}]")[
        0]
    #expect(own.plan.guardrails.map(\.falsePositiveRate) == [0.1 / 3, 0.1 / 3, 0.01])
  }
}

@Suite("Rollouts · what a defect does to a guardrail")
struct RolloutEffectTests {
  private static func worlds(_ usual: Double, to rate: Double, _ effect: Estimate?) -> RolloutWorlds
  {
    let volumes = [[10, 30], [20, 40]]
    return RolloutWorlds(
      series: WorldSeries([
        .init(
          without: .init(volumes: volumes, rate: usual),
          with: .init(volumes: volumes, rate: rate), isShare: true)
      ]), launchesLost: 0, effects: [effect], replications: 2)
  }

  private static func interval(_ low: Double, _ high: Double) -> Estimate {
    Estimate((low + high) / 2, from: low, to: high, confidence: 0.95)
  }

  @Test func `harm is what lies beyond its interval, on the side of harm`() {
    let down = Self.worlds(0.75, to: 0.7, Self.interval(-0.06, -0.04))
    #expect(down.effect(on: 0, harm: .fall) == .harm)
    #expect(down.effect(on: 0, harm: .rise) == .improvement)
    #expect(
      Self.worlds(0.75, to: 0.7, Self.interval(-0.11, 0.01)).effect(on: 0, harm: .fall) == .none)
    // One replication has no interval, and equal worlds no difference.
    #expect(Self.worlds(0.75, to: 0.7, nil).effect(on: 0, harm: .fall) == .harm)
    #expect(Self.worlds(0.75, to: 0.75, nil).effect(on: 0, harm: .fall) == .none)
  }

  @Test func `a ramp counts on its own days, and not on those after it`() {
    let world = Self.worlds(0.75, to: 0.7, nil).series.guardrails[0].without
    #expect(world.dailyVolumes == [15, 35])
    #expect(world.volume(over: 1) == 15 && world.volume(over: 2) == 25)
    #expect(world.volume(over: 9) == 25)
  }
}
