import Statistics
import Testing

@Suite("Statistics · the size of an experiment")
struct ExperimentSizingTests {
  let rate = ExperimentSizing.Outcome.rate(0.4)
  let mean = ExperimentSizing.Outcome.mean(0.264, deviation: 0.68053)

  @Test func `size, power and the least rise are one relation, for clusters as well`() throws {
    let clusters = DesignEffect(
      meanClusterSize: 5, intraclassCorrelation: 0.1, sizeVariation: 0.5)
    for outcome in [rate, mean] {
      for sizing in [
        ExperimentSizing(outcome), ExperimentSizing(outcome, clusters: clusters),
        ExperimentSizing(outcome, correlationBefore: -0.6, allocation: 0.1),
      ] {
        let size = sizing.total(difference: 0.04)
        #expect((sizing.power(difference: 0.04, total: size) - 0.8).magnitude < 1e-9)
        let rise = try #require(sizing.detectableRise(total: size))
        #expect((rise - 0.04).magnitude < 1e-9)
      }
    }
  }

  // Sends are gamma-Poisson of mean m and shape k: a variance of m + m²/k. With a months before and b
  // months during, CUPED explains 1 / ((1 + k / am) (1 + k / bm)).
  @Test(arguments: [(1.0, 1.0, 0.185), (3, 1, 0.298), (6, 1, 0.352)])
  func `months before the experiment make it smaller by what they explain`(
    before: Double, during: Double, explained: Double
  ) {
    let (k, m) = (0.35, 0.264)
    let share = 1 / ((1 + k / (before * m)) * (1 + k / (during * m)))
    #expect((share - explained).magnitude < 5e-4)
    let plain = ExperimentSizing(mean).total(difference: 0.0264)
    let adjusted = ExperimentSizing(mean, correlationBefore: share.squareRoot())
      .total(difference: 0.0264)
    #expect((adjusted / plain - (1 - share)).magnitude < 1e-4)
    // The normal approximation says 10,431; Student's t takes a quarter of 1.96² more in each group.
    #expect((plain / 2).rounded(.up) == 10_432)
  }

  // Conversion by sender: 1 + ρ (r (1 + M (1 + 1/k)) − 1), with r recipients a share and M shares.
  @Test(arguments: [(1.0, 0.05, 1.29), (1, 0.2, 2.16), (5, 0.05, 2.65), (5, 0.2, 7.6)])
  func `invites of the same senders cost what their likeness says`(
    recipients: Double, alike: Double, factor: Double
  ) {
    let invites = recipients * (1 + 1.5 * (1 + 1 / 0.35))
    let sizing = ExperimentSizing(
      rate, clusters: DesignEffect(meanClusterSize: invites, intraclassCorrelation: alike))
    #expect((sizing.varianceFactor / factor - 1).magnitude < 5e-3)
  }

  @Test func `a difference of nought takes for ever`() {
    #expect(ExperimentSizing(mean).total(difference: 0) == .infinity)
    #expect(ExperimentSizing(mean).total(difference: -0.01, from: -0.01) == .infinity)
  }

  /// R's own examples: power.t.test(n = 20, delta = 1) and power.t.test(power = .90, delta = 1); and
  /// pwr.t.test(d = .5, power = .8).
  @Test func `R's power of a t test`() {
    let unit = ExperimentSizing(.mean(0, deviation: 1))
    #expect((unit.power(difference: 1, total: 40) - 0.8689528).magnitude < 1e-6)
    let ninety = ExperimentSizing(.mean(0, deviation: 1), analysis: PowerAnalysis(power: 0.9))
    #expect((ninety.total(difference: 1) / 2 - 22.02110).magnitude < 1e-4)
    #expect((unit.total(difference: 0.5) / 2 - 63.76561).magnitude < 1e-3)
  }

  // scipy 1.17: nct.sf(t.ppf(.975, 10), 10, 2.756) = 0.70036481; by z it is .7869.
  @Test func `six clusters in a group have ten degrees of freedom`() {
    let sizing = ExperimentSizing(
      .mean(0, deviation: 1),
      clusters: DesignEffect(meanClusterSize: 20, intraclassCorrelation: 0.05))
    let difference = 2.756 * (2 * sizing.varianceFactor / 120).squareRoot()
    #expect(sizing.degreesOfFreedom(movedBy: 0, total: 240).isClose(to: 10))
    #expect((sizing.power(difference: difference, total: 240) - 0.70036481).magnitude < 1e-6)
    #expect(sizing.fewest == 80)
  }

  // Unequal groups need 1 / (4 a (1 − a)) times as many, but for the degrees of freedom.
  @Test func `a tenth in the treatment takes 2.78 times as many`() {
    let halves = ExperimentSizing(mean).total(difference: 0.0264)
    let tenth = ExperimentSizing(mean, allocation: 0.1).total(difference: 0.0264)
    #expect((tenth / halves - 1 / 0.36).magnitude < 1e-3)
  }

  // Blackwelder's size (1982): (1.960 + .842)² · 2 · .75 · .25 / .02² = 7,358.2 in each group.
  @Test func `a margin of two points of 75% takes 7,359 in each group`() {
    let sizing = ExperimentSizing(.rate(0.75))
    let size = sizing.total(difference: 0, from: -0.02) / 2
    #expect((size - 7_358.2 - 1.96 * 1.96 / 4).magnitude < 0.3)
    // A true rise of a point makes the distance three.
    #expect(sizing.total(difference: 0.01, from: -0.02) < 0.46 * 2 * size)
  }

  // gsDesign: with the size of one look, five looks have .717 (Pocock's spending) and .791 (O'Brien and
  // Fleming's) instead of .8.
  @Test(arguments: [(LookRule.pocock, 0.717), (.obrienFleming, 0.791)])
  func `five looks cost power, or units`(rule: LookRule, power: Double) {
    let looks = LookPlan(rule, at: [1, 2, 3, 4, 5])
    let sizing = ExperimentSizing(mean, looks: looks)
    let one = ExperimentSizing(mean).total(difference: 0.0264)
    #expect((sizing.power(difference: 0.0264, total: one) - power).magnitude < 2e-3)
    let total = sizing.total(difference: 0.0264)
    #expect((sizing.power(difference: 0.0264, total: total) - 0.8).magnitude < 1e-6)
  }
}
