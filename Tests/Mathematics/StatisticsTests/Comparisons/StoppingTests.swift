import RandomStreams
import Statistics
import Testing

@Suite("Comparisons · what is believed after looking several times")
struct StoppingTests {
  private static func evenly(_ looks: Int) -> [Double] {
    (1...looks).map { Double($0) / Double(looks) }
  }

  /// The statistics at five even looks of so many experiments.
  private func study(_ rule: LookRule, drift: Double, count: Int = 6_000) -> StoppingStudy {
    var study = StoppingStudy(LookPlan(rule, at: Self.evenly(5)), drift: drift)
    for number in 0..<count { study.record(path: path(number, drift: drift)) }
    return study
  }

  private func path(_ number: Int, drift: Double) -> [Double] {
    var draw = RandomSource(seed: 25).stream(for: 1)[UInt64(number)]
    var sum = 0.0
    return (1...5).map { look in
      sum += Normal.standard.sample(using: &draw) / 5.0.squareRoot() + drift / 5
      return sum / (Double(look) / 5).squareRoot()
    }
  }

  @Test(arguments: [
    (LookRule.daily, 1.26, 1.40), (.pocock, 1.22, 1.46), (.obrienFleming, 1.09, 1.25),
  ])
  func `P-EXP-08 · who stops on success overstates`(
    rule: LookRule, all: Double, ended: Double
  ) throws {
    let study = study(rule, drift: 2.8016)
    // The figures are rounded to .005.
    let error = try #require(study.estimates.standardError) / 2.8016
    #expect((try #require(study.exaggeration) - all).magnitude < 4 * error + 0.005)
    let errorIfEnded = try #require(study.estimatesIfEnded.standardError) / 2.8016
    #expect(
      (try #require(study.exaggerationIfEnded) - ended).magnitude < 4 * errorIfEnded + 0.005)
  }

  @Test(arguments: [
    (LookRule.daily, 0.1417), (.fixed, 0.05), (.pocock, 0.05), (.obrienFleming, 0.05),
  ])
  func `an absent effect is found as often as the rule says`(
    rule: LookRule, rate: Double
  ) throws {
    let study = study(rule, drift: 0)
    let error = (rate * (1 - rate) / Double(study.count)).squareRoot()
    #expect((try #require(study.rate) - rate).magnitude < 4 * error)
    #expect((study.plan.power(drift: 0) - rate).magnitude < 0.0002)
  }

  @Test(arguments: [
    (LookRule.obrienFleming, 5, 0.791), (.pocock, 5, 0.717), (.obrienFleming, 14, 0.781),
    (.confidenceSequence(), 14, 0.482), (.fixed, 1, 0.8),
  ])
  func `the power where a fixed test has 80%`(rule: LookRule, looks: Int, power: Double) {
    let plan = LookPlan(rule, at: (1...looks).map { Double($0) * 10_000 })
    // The figures are of a simulation; the power is exact, and 400,000 paths agree with it.
    #expect((plan.power(drift: 2.8016) - power).magnitude < 0.003)
  }

  @Test(arguments: [(0.8, 1.13, nil), (0.52, 1.39, nil), (0.17, 2.49, 0.009), (0.08, 4.79, 0.088)])
  func `a significant effect is the larger exaggerated, the less power there was`(
    power: Double, factor: Double, wrongSign: Double?
  ) {
    let exaggeration = Exaggeration(power: power)
    #expect((exaggeration.factor / factor - 1).magnitude < 0.03, "\(exaggeration)")
    if let wrongSign {
      #expect((exaggeration.wrongSign - wrongSign).magnitude < 0.006, "\(exaggeration)")
    }
  }

  @Test func `the median of the estimates after a stop is the truth`() {
    let (plan, drift) = (LookPlan(.pocock, at: Self.evenly(5)), 2.8016)
    func end(of number: Int) -> (look: Int, statistic: Double) {
      let path = path(number, drift: drift)
      let look = path.indices.first { plan.crosses(path[$0], at: $0) } ?? 4
      return (look, path[look])
    }
    // The plain estimate takes the statistic as it is: more often above the truth than below.
    let many = 2_000
    let plainAbove = (0..<many).count {
      let (look, statistic) = end(of: $0)
      return statistic / (Double(look + 1) / 5).squareRoot() > drift
    }
    #expect(Double(plainAbove) / Double(many) > 0.5 + Self.reach(0.5, of: many))
    let count = 1_000
    let order = StoppingOrder(plan)
    let estimates = (0..<count).map {
      let (look, statistic) = end(of: $0)
      return order.estimate(statistic, at: look)
    }
    let above = Double(estimates.count { $0.value > drift }) / Double(count)
    #expect((above - 0.5).magnitude < Self.reach(0.5, of: count))
    let covered = Double(estimates.count { $0.contains(drift) }) / Double(count)
    #expect((covered - 0.95).magnitude < Self.reach(0.95, of: count))
  }

  /// Four standard errors of a proportion.
  private static func reach(_ share: Double, of count: Int) -> Double {
    4 * (share * (1 - share) / Double(count)).squareRoot()
  }

  @Test func `one look leaves the estimate as it is, and a mirrored effect mirrors it`() {
    let once = StoppingOrder(LookPlan(.fixed, at: [1])).estimate(2.5, at: 0)
    #expect((once.value - 2.5).magnitude < 1e-9)
    #expect((once.low - (2.5 - 1.959964)).magnitude < 1e-5)
    let order = StoppingOrder(LookPlan(.obrienFleming, at: Self.evenly(5)))
    let (up, down) = (order.estimate(3, at: 2), order.estimate(-3, at: 2))
    #expect((up.value + down.value).magnitude < 1e-9)
    #expect((up.low + down.high).magnitude < 1e-9)
    #expect(up.value < 3 / 0.6.squareRoot())
  }
}

/// What a rule of looks concludes in many experiments with the same truth.
private struct StoppingStudy: Sendable {
  /// The looks as planned.
  let plan: LookPlan
  /// The mean statistic at the last look; 0 in an A/A test.
  let drift: Double
  /// The number of experiments.
  private(set) var count = 0
  /// Those that a look ended: false ones in an A/A test, else the power.
  private(set) var ended = 0
  /// Those that a look ended with the wrong sign.
  private(set) var wrong = 0
  /// The plain estimates, in standard errors of the last look.
  private(set) var estimates = RunningMoments()
  /// Those of experiments that a look ended, as sizes without sign.
  private(set) var estimatesIfEnded = RunningMoments()
  /// The number of looks that were taken.
  private(set) var looks = RunningMoments()

  /// Creates a study without experiments.
  init(_ plan: LookPlan, drift: Double) {
    self.plan = plan
    self.drift = drift
  }

  /// Adds an experiment by its statistics at all looks.
  mutating func record(path: [Double]) {
    precondition(path.count == plan.bounds.count, "a statistic for each look")
    let end = path.indices.first { plan.crosses(path[$0], at: $0) }
    let last = end ?? path.count - 1
    let proportion = plan.information[last] / (plan.information.last ?? 1)
    let estimate = path[last] / proportion.squareRoot()
    count += 1
    estimates.record(estimate)
    looks.record(Double(last + 1))
    guard end != nil else { return }
    ended += 1
    estimatesIfEnded.record(estimate.magnitude)
    if estimate * drift < 0 { wrong += 1 }
  }

  /// The proportion that a look ended; `nil` without experiments.
  var rate: Double? { count > 0 ? Double(ended) / Double(count) : nil }

  /// The mean estimate in proportion to the truth; `nil` without a truth.
  var exaggeration: Double? { drift == 0 ? nil : estimates.mean.map { $0 / drift } }

  /// The same of experiments that a look ended.
  var exaggerationIfEnded: Double? {
    drift == 0 ? nil : estimatesIfEnded.mean.map { $0 / drift.magnitude }
  }
}
