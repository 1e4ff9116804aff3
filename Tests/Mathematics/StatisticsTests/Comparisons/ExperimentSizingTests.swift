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
        ExperimentSizing(outcome, correlationBefore: -0.6),
      ] {
        let size = sizing.sizePerGroup(difference: 0.04)
        #expect((sizing.power(difference: 0.04, sizePerGroup: size) - 0.8).magnitude < 1e-9)
        let rise = try #require(sizing.detectableRise(sizePerGroup: size))
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
    let plain = ExperimentSizing(mean).sizePerGroup(difference: 0.0264)
    let adjusted = ExperimentSizing(mean, correlationBefore: share.squareRoot())
      .sizePerGroup(difference: 0.0264)
    #expect((adjusted / plain - (1 - share)).magnitude < 1e-12)
    #expect(plain.rounded(.up) == 10_431)
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
    #expect(ExperimentSizing(mean).sizePerGroup(difference: 0) == .infinity)
  }
}
