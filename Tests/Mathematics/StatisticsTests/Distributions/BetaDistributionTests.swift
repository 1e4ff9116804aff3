import Statistics
import Testing

@Suite("Statistics · the beta distribution")
struct BetaDistributionTests {
  // scipy.stats.beta.ppf and isf, version 1.17.1.
  @Test(arguments: [
    (2.0, 9.0, 0.025, 0.025_210_726_326_833_36), (0.5, 0.5, 0.3, 0.206_107_373_853_763_4),
    (0.38, 30.5, 0.975, 0.069_144_841_394_125_84), (1_200.5, 3.25, 0.025, 0.993_679_929_487_496_7),
  ])
  func `quantiles are those of scipy`(a: Double, b: Double, p: Double, x: Double) {
    let beta = BetaDistribution(a, b)
    #expect(beta.quantile(p).isClose(to: x, within: 1e-12))
    #expect(beta.cumulative(x).isClose(to: p, within: 1e-10))
    #expect(beta.quantile(upperTail: 1 - p).isClose(to: x, within: 1e-12))
  }

  @Test func `the ends are where nothing is left, and beyond them is no number`() {
    let beta = BetaDistribution(2, 3)
    #expect(beta.quantile(0) == 0 && beta.quantile(1) == 1)
    #expect(beta.quantile(upperTail: 0) == 1 && beta.quantile(upperTail: 1) == 0)
    #expect(beta.cumulative(-1) == 0 && beta.cumulative(2) == 1)
    #expect(beta.quantile(.nan).isNaN && beta.quantile(1.1).isNaN)
  }

  @Test func `a tiny tail keeps its digits`() {
    // 1 − (1 − x)^50 = 1e-12.
    #expect(BetaDistribution(1, 50).quantile(1e-12).isClose(to: 2e-14, within: 1e-11))
  }
}
