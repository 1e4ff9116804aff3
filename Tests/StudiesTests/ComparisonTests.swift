import GrowthloopFindings
import GrowthloopModel
import Profiles
import Prompts
import GrowthloopPlans
import SimulationKernel
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("Experiments · what-ifs")
struct ComparisonTests {
  /// Prompts that may come often, so that a cap has something to cut.
  private static func capped(at most: Int?) -> Setup {
    var plan = livelyPlan(people: 3_000)
    plan.profile.prompts.triggerRepeats = .everyOccurrence
    plan.profile.prompts.lifetimeMax = most
    return Setup("cap \(most.map { "\($0)" } ?? "none")", plan)
  }

  private static func bytes(of outcome: ComparisonOutcome) throws -> String {
    try ComparisonFindings(outcome, with: GrowthScenario(), command: "").json()
  }

  @Test func `the settings that differ are told by name`() {
    let differences = Self.capped(at: 3).differences(to: Self.capped(at: 1))
    #expect(
      differences == [SettingDifference(name: "prompts.lifetimeMax", base: "3", variant: "1")])
    #expect(Self.capped(at: 3).differences(to: Self.capped(at: 3)).isEmpty)
  }

  @Test func `nothing differs from itself`() async throws {
    let comparison = Comparison(Self.capped(at: 3), [Self.capped(at: 3)], replications: 3)
    let outcome = try await comparison.run(on: Workers(2))
    #expect(outcome.variants[0].ranked.isEmpty)
    #expect(outcome.variants[0].rules.isEmpty)
  }

  @Test func `a lower cap shows fewer prompts, and its rule made the difference`() async throws {
    let comparison = Comparison(
      Self.capped(at: 3), [Self.capped(at: 1)], seed: 5, replications: 6)
    let outcome = try await comparison.run(on: Workers(2))
    let variant = outcome.variants[0]
    let place = try #require(Metric.place(of: "prompts.shown"))
    let shown = try #require(variant.metrics[place].estimate)
    #expect(shown.high < 0)
    #expect(variant.metrics[place].isCertain)
    #expect(
      variant.rules.contains { $0.rule == "PRM-18" && ($0.difference.difference.mean ?? 0) > 0 })
    let certainties = variant.ranked.map(\.certainty)
    #expect(certainties == certainties.sorted(by: >))
    let again = try await comparison.run(on: Workers(1))
    #expect(try Self.bytes(of: again) == Self.bytes(of: outcome))
  }

  @Test func `the saving is the ratio of the variances, measured with seeds of their own`()
    async throws
  {
    var comparison = Comparison(
      Self.capped(at: 1), [Self.capped(at: 3)], seed: 5, replications: 8)
    comparison.measuresPairing = true
    #expect(comparison.total == 24)
    let outcome = try await comparison.run(on: Workers(2))
    let place = try #require(Metric.place(of: "sends.recipients"))
    let difference = outcome.variants[0].metrics[place]
    #expect(difference.independent.count == 8)
    let alone = try #require(difference.independent.variance)
    let together = try #require(difference.paired.difference.variance)
    #expect(difference.measuredSaving == alone / together)
    // The seeds of their own are those behind the shared ones.
    let variant = comparison.variants[0].sharingPast(of: comparison.base)
    let later = Study(variant.plan, seed: 5, replications: 16)
    let base = try await Study(comparison.base.plan, seed: 5, replications: 8).run(on: Workers(2))
    let other = try await later.run(on: Workers(2))
    let expected = RunningMoments(
      (0..<8).map {
        (other.replicates[8 + $0].values[place] ?? 0) - (base.replicates[$0].values[place] ?? 0)
      })
    #expect(difference.independent == expected)
  }

  @Test func `the prompt cap needs five times fewer replications with the same random numbers`()
    async throws
  {
    // Twelve pairs tell a ratio of variances to within a factor of three or so; these are above 50.
    var comparison = Comparison(
      Self.capped(at: 3), [Self.capped(at: 1)], seed: 11, replications: 12)
    comparison.measuresPairing = true
    let outcome = try await comparison.run(on: Workers(2))
    for key in ["k.effective", "sends.recipients"] {
      let place = try #require(Metric.place(of: key))
      let difference = outcome.variants[0].metrics[place]
      #expect(try #require(difference.savedByPairing) >= 5, "\(key)")
      #expect(try #require(difference.measuredSaving) >= 5, "\(key)")
    }
  }

  @Test func `a comparison ends once the differences of all variants are known well enough`()
    async throws
  {
    var comparison = Comparison(
      Self.capped(at: 3), [Self.capped(at: 5), Self.capped(at: 1)], seed: 3, replications: 60)
    comparison.stop = .init(metric: "sends.recipients", target: .relativeHalfWidth(0.03))
    let outcome = try await comparison.run(on: Workers(2))
    #expect(outcome.isPrecise && !outcome.isPartial)
    #expect(outcome.replications >= 10 && outcome.replications < 60)
    let place = try #require(Metric.place(of: "sends.recipients"))
    let base = try #require(outcome.base[place].mean)
    for variant in outcome.variants {
      #expect(try #require(variant.metrics[place].estimate).halfWidth <= 0.03 * base)
    }
    let again = try await comparison.run(on: Workers(1))
    #expect(try Self.bytes(of: again) == Self.bytes(of: outcome))
  }

  @Test func `a comparison that never gets so precise runs to its cap`() async throws {
    var comparison = Comparison(
      Self.capped(at: 3), [Self.capped(at: 1)], seed: 3, replications: 11)
    comparison.stop = .init(metric: "sends.recipients", target: .halfWidth(1e-9))
    let outcome = try await comparison.run(on: Workers(2))
    #expect(outcome.replications == 11)
    #expect(!outcome.isPrecise && !outcome.isPartial)
  }

  @Test
  func `over draws of the inputs a difference is that of a run, and chance is told from inputs`()
    async throws
  {
    func tapped(_ tap: Double, cap: Int) -> GrowthPlan {
      var plan = Self.capped(at: cap).plan
      plan.behaviour.recipients.tap = tap
      return plan
    }
    let taps = (0..<12).map { 0.1 + 0.05 * Double($0) }
    var (base, variant) = (Self.capped(at: 3), Self.capped(at: 1))
    base.draws = taps.map { tapped($0, cap: 3) }
    // The variant doubles the way from nought, so that the difference is what the base has.
    variant.draws = taps.map { tapped(min(1, 2 * $0), cap: 3) }
    var comparison = Comparison(base, [variant], seed: 3, replications: 12)
    comparison.measuresInputs = true
    let outcome = try await comparison.run(on: Workers(2))
    let place = try #require(Metric.place(of: "conversion.tapped"))
    let difference = outcome.variants[0].metrics[place]
    let estimate = try #require(difference.estimate)
    #expect(estimate.basis == .draws(12))
    #expect(estimate.low < 0.15 && estimate.high > 0.4, "\(estimate)")
    #expect(difference.runsWithoutPairing == nil)
    let inputs = try #require(UncertainInputs(outcome, of: ["conversion.tapped", "k.month"]))
    #expect(inputs.metrics.map(\.metric) == ["conversion.tapped", "k.month"])
    #expect(inputs.metrics[0].low == estimate.low && inputs.metrics[0].high == estimate.high)
    #expect(inputs.metrics[0].share.value ?? 0 > 0.5, "the inputs are most of it")
  }

  @Test func `a real test takes as many runs as its own luck asks for`() throws {
    let place = try #require(Metric.place(of: "k.month"))
    var difference = MetricDifference(at: place)
    for value in [2_000, 2_200, 2_400, 2_600] {
      difference.record(
        base: MetricReading(EventCounts(value, per: 100_000)),
        MetricReading(EventCounts(value + 100, per: 100_000)), independent: nil)
    }
    // 2 (1.959964 + 0.841621)² · variance / difference², of 6.667e-6 and 0.001.
    let runs = try #require(difference.runsWithoutPairing)
    #expect((runs - 104.652).magnitude < 0.01, "\(runs)")
  }

  @Test func `a rule that begins to speak late was silent before`() throws {
    var variant = VariantOutcome(setup: Self.capped(at: 3), differences: [])
    func replicate(_ count: Int) -> Replicate {
      Replicate(
        number: 0, hash: 0, events: 0, readings: Metric.all.map { _ in MetricReading(nil) },
        rules: count == 0 ? [] : [.init(rule: "PRM-18", count: count)])
    }
    variant.record(base: replicate(0), replicate(0), independent: nil)
    variant.record(base: replicate(0), replicate(6), independent: nil)
    let rule = try #require(variant.rules.first)
    #expect(rule.difference.count == 2)
    #expect(rule.difference.difference.mean == 3)
  }
}

@Suite("Experiments · sweeps")
struct SweepTests {
  private let sweep = Sweep([.init("a", ["1", "2"]), .init("b", ["x", "y", "z"])])

  @Test func `a grid has every combination, the last axis moving fastest`() {
    #expect(sweep.count == 6)
    #expect(
      sweep.points.map(\.description) == [
        "a=1 b=x", "a=1 b=y", "a=1 b=z", "a=2 b=x", "a=2 b=y", "a=2 b=z",
      ])
  }

  @Test func `one at a time leaves the others alone`() {
    let alone = Sweep(sweep.axes, oneAtATime: true)
    #expect(alone.count == 5)
    #expect(alone.points.map(\.description) == ["a=1", "a=2", "b=x", "b=y", "b=z"])
  }

  @Test func `settings that move together take their values step by step`() {
    let together = Sweep([
      .init(together: ["a", "b"], [["1", "x"], ["2", "y"]]), .init("c", ["u", "v"]),
    ])
    #expect(
      together.points.map(\.description) == [
        "a=1 b=x c=u", "a=1 b=x c=v", "a=2 b=y c=u", "a=2 b=y c=v",
      ])
    #expect(together.axes[0].key == "a+b")
  }

  @Test func `a product has the elasticity of its powers, whatever the ranges`() throws {
    func axis(_ value: Double, _ low: Double, _ high: Double) -> ParameterRange {
      ParameterRange(
        ParameterAxis(.number, at: value, within: low...high) {
          NumberText.significant($0, digits: 6)
        }, isAssumed: false)
    }
    let ranking = FairRanking(of: [
      Parameter("a", "2", meaning: "", range: axis(2, 1, 3)),
      Parameter("b", "3", meaning: "", range: axis(3, 1, 27)), Parameter("c", "no", meaning: ""),
    ])
    let points = ranking.points
    #expect(points.map(\.description).prefix(2) == ["a=1.00000", "a=3.00000"])
    var comparison = Comparison(
      Setup("base", GrowthPlan()), points.map { Setup($0.description, GrowthPlan()) })
    comparison.stored = 0
    var outcome = ComparisonOutcome(of: comparison)
    for luck in [0.9, 1.2, 1.1] {
      let values = points.map { point in
        let (key, value) = (point.settings[0].key, Double(point.settings[0].value) ?? .nan)
        // The metric is a² / b.
        return luck * (key == "a" ? value * value / 3 : 4 / value)
      }
      outcome.record(
        ([luck * 4 / 3] + values).map { value in
          Replicate(
            number: 0, hash: 0, events: 0, readings: Metric.all.map { _ in MetricReading(value) },
            rules: [])
        })
    }
    let effects = ranking.effects(outcome, at: points)
    #expect(effects.map(\.yardstick.key) == ["b", "a"])
    for (effect, power) in zip(effects, [-1.0, 2]) {
      let elasticity = try #require(effect.elasticity)
      #expect((elasticity.value - power).magnitude < 1e-4)
      #expect(elasticity.halfWidth < 1e-5)
    }
    let luck = 3.2 / 3
    #expect(((effects[0].movement?.value ?? 0) - luck * (4.0 / 27 - 4)).magnitude < 1e-9)
    #expect(((effects[1].differences.high ?? 0) - luck * (9 - 4.0) / 3).magnitude < 1e-9)
  }

  @Test func `clicks a share beyond those of the source are remarked on, and others are not`() {
    func setup(_ recipients: Double, _ tap: Double) -> Setup {
      var plan = GrowthPlan()
      plan.behaviour.sharing.recipients = recipients
      plan.behaviour.recipients.tap = tap
      return Setup("\(recipients)", plan)
    }
    let (base, remedy) = (Setup("base", GrowthPlan()), "Leave one out.")
    #expect(
      SharedClicks.remark(on: [setup(4, 0.5), setup(7, 0.4)], besides: base, remedy: remedy) == nil)
    let remark = SharedClicks.remark(
      on: [setup(4, 0.5), setup(9, 0.4)], besides: base, remedy: remedy)
    #expect(remark?.hasPrefix("9.0 makes 3.60 clicks a share") == true)
    #expect(remark?.hasSuffix(remedy) == true)
    #expect(
      SharedClicks.remark(on: [setup(9, 0.4)], besides: setup(10, 0.4), remedy: remedy) == nil)
  }

  @Test func `too many combinations are counted without making them`() {
    let values = (0..<1_000).map { "\($0)" }
    #expect(Sweep((0..<9).map { Sweep.Axis("k\($0)", values) }).count == .max)
  }

  @Test func `the tornado ranks settings by how far they move the metric`() {
    let base = Setup("base", GrowthPlan())
    var outcome = ComparisonOutcome(
      of: Comparison(base, sweep.points.map { Setup($0.description, GrowthPlan()) }))
    func replicate(_ value: Double) -> Replicate {
      Replicate(
        number: 0, hash: 0, events: 0, readings: Metric.all.map { _ in MetricReading(value) },
        rules: [])
    }
    // a moves by 10; b by 1, 2 and 3.
    outcome.record([100, 101, 102, 103, 111, 112, 113].map { replicate(Double($0)) })
    let bars = sweep.tornado(outcome, at: sweep.points, ofMetric: 0)
    #expect(bars.map(\.key) == ["a", "b"])
    #expect(bars[0].lowest == .init(value: "1", difference: 2))
    #expect(bars[0].highest == .init(value: "2", difference: 12))
    #expect(bars[1].width == 2)
  }
}

@Suite("Experiments · numbers as text")
struct NumberTextTests {
  @Test func `numbers are rounded as people read them`() {
    #expect(NumberText.decimal(0.45, 2) == "0.45")
    #expect(NumberText.decimal(-0.001, 2) == "0.00")
    #expect(NumberText.decimal(-12.345, 1) == "-12.3")
    #expect(NumberText.decimal(.infinity, 1) == "∞")
    #expect(NumberText.percent(0.4) == "40.0%")
    #expect(NumberText.percent(0.0004) == "0.04%")
    #expect(NumberText.significant(0.012345) == "0.0123")
    #expect(NumberText.significant(123.4) == "123")
    #expect(NumberText.significant(0) == "0.00")
  }
}
