import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import SimulationKernel
import Statistics
import Testing

@testable import GrowthloopStudies

/// Replications that saw nothing, or hardly anything, of what a metric counts.
@Suite("Experiments · rare events")
struct RareEventTests {
  private static let key = "credit.wrongShare"

  /// A replication in which so many of `launches` invited launches were credited wrongly.
  private static func replicate(_ wrong: Int, of launches: Int) -> Replicate {
    var readings = Metric.all.map { _ in MetricReading(nil) }
    if let place = Metric.place(of: key) {
      readings[place] = MetricReading(EventCounts(wrong, per: launches))
    }
    return Replicate(number: 0, hash: 0, events: 0, readings: readings, rules: [])
  }

  private static func replicates(_ count: Int, _ wrong: Int = 0, of launches: Int) -> [Replicate] {
    (0..<count).map { _ in replicate(wrong, of: launches) }
  }

  private static func watch(_ limit: Double) -> GateWatch {
    GateWatch(
      [GrowthGate(key, GateLimit(.below, limit), description: "a gate")], from: 4, to: 16)
  }

  @Test func `a gate on what was never seen is undecided unless the bound decides`() throws {
    let few = try #require(Self.watch(0.001).judged(by: Self.replicates(4, of: 16)).first)
    #expect(few.measured.value == 0 && few.verdict == .undecided)
    #expect(try #require(few.measured.interval).isBound)
    let many = try #require(
      Self.watch(0.001).judged(by: Self.replicates(4, of: 5_000)).first)
    #expect(many.verdict == .kept)
    let missed = try #require(
      Self.watch(0.001).judged(by: Self.replicates(4, 50, of: 5_000)).first)
    #expect(missed.verdict == .missed)
  }

  @Test func `a bound says how many replications would decide, as it falls with their number`()
    throws
  {
    let judgement = try #require(
      Self.watch(0.05).judged(by: Self.replicates(4, of: 16)).first)
    let high = try #require(judgement.measured.high)
    #expect(judgement.replicationsToDecide == Int((2 * 4 * high / 0.05).rounded(.up)))
  }

  @Test func `the bound rests on the stored design effect of the metric`() throws {
    let place = try #require(Metric.place(of: Self.key))
    let moments = MetricMoments(at: place, over: Self.replicates(8, of: 20))
    let stored = try #require(Metric.all[place].designEffect)
    #expect(stored >= 1)
    #expect(
      moments.estimate()?.basis
        == .bound(EventEvidence(events: 0, exposure: 160, designEffect: stored)))
  }

  @Test func `a metric has its own design effect, or none`() throws {
    // New customers by themselves are a Poisson process: their design effect is 1.
    let arrivals = try #require(Metric.named("arrivals.organic.newcomers"))
    #expect((1...1.1).contains(try #require(arrivals.designEffect)))
    let week = Metric.ratio("k.week", "", "", "") { ($0.tally.launches.invitedHome, per: 1) }
    #expect(week.designEffect == nil, "nobody measured it, and k.month's says nothing of a week")
    let judged = try #require(Metric.named("week8.conversion.tapped"))
    #expect(judged.designEffect == Metric.named("conversion.tapped")?.designEffect)
    for metric in Metric.all { #expect(metric.designEffect ?? 1 >= 1, "\(metric.key)") }
  }

  @Test func `the table of design effects has a row for each metric that counts events of its own`()
    throws
  {
    let stored = DesignEffects.stored
    let written = Set(stored.effects.keys)
    let needed = Set(DesignEffects.keys)
    #expect(
      written == needed,
      """
      DesignEffects.tsv lacks \(needed.subtracting(written).sorted()), and has \
      \(written.subtracting(needed).sorted()) too many: 'make effects' measures all in minutes
      """)
    // A row that is no number and not "few", or stands twice, would come out otherwise.
    #expect(stored.table == String(decoding: PackageResources.DesignEffects_tsv, as: UTF8.self))
  }

  @Test func `what was never seen of a metric that nobody measured has no bound`() throws {
    let unmeasured = try #require(
      Metric.all.indices.first { Metric.all[$0].countsEvents && Metric.all[$0].designEffect == nil }
    )
    var moments = MetricMoments(at: unmeasured)
    for _ in 0..<8 { moments.record(MetricReading(EventCounts(0, per: 1))) }
    #expect(moments.mean == 0 && moments.estimate() == nil)
  }

  @Test func `a study never ends on what it has not seen`() async throws {
    var plan = livelyPlan(days: 3)
    plan.behaviour.recipients.install = 0
    for target in [SequentialStopping.Target.relativeHalfWidth(0.5), .halfWidth(1e-6)] {
      let study = Study(
        plan, seed: 1, replications: 12, stop: .init(metric: "members.invited", target: target))
      let outcome = try await study.run(on: Workers(1))
      let place = try #require(Metric.place(of: "members.invited"))
      #expect(outcome.summaries[place].mean == 0, "nothing may be seen for this to say anything")
      #expect(outcome.ending == .complete && outcome.replicates.count == 12)
    }
  }

  @Test func `no difference is certain where neither side has seen anything`() throws {
    let place = try #require(Metric.place(of: Self.key))
    func difference(_ base: Int, _ variant: Int, pairs: Int) -> MetricDifference {
      var difference = MetricDifference(at: place)
      for _ in 0..<pairs {
        difference.record(
          base: MetricReading(EventCounts(base, per: 30)),
          MetricReading(EventCounts(variant, per: 30)), independent: nil)
      }
      return difference
    }
    let nothing = difference(0, 0, pairs: 16)
    let estimate = try #require(nothing.estimate)
    #expect(estimate.low < 0 && estimate.high > 0 && !nothing.isCertain)
    #expect(nothing.certainty == 0)
    let equal = difference(1, 2, pairs: 4)
    #expect(!equal.isCertain && equal.certainty.isFinite, "four equal pairs prove nothing")
    #expect(difference(1, 9, pairs: 16).isCertain)
  }

  @Test func `equal times show no spread: no interval, and none of no width before the tenth`()
    throws
  {
    let place = try #require(Metric.place(of: "cycle.days"))
    func estimate(_ count: Int) -> Estimate? {
      var moments = MetricMoments(at: place)
      for _ in 0..<count { moments.record(MetricReading(7)) }
      return moments.estimate()
    }
    #expect(estimate(9) == nil)
    #expect(estimate(10)?.basis == .equality(10))
  }

  @Test func `a median of taps that is always the same may still be another step at times`() throws
  {
    let place = try #require(Metric.place(of: "flow.taps.median"))
    var moments = MetricMoments(at: place)
    for _ in 0..<32 { moments.record(MetricReading(3)) }
    let estimate = try #require(moments.estimate())
    #expect(estimate.value == 3 && estimate.low < 2.95 && estimate.high > 3.05)
  }

  @Test func `how many replications define a metric is counted`() throws {
    let place = try #require(Metric.place(of: Self.key))
    let moments = MetricMoments(
      at: place, over: Self.replicates(3, 1, of: 4) + Self.replicates(2, of: 0))
    #expect(moments.count == 3 && moments.replications == 5)
  }
}
