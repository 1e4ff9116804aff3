import Statistics
import Testing

@Suite("Comparisons · how many are needed")
struct PowerAnalysisTests {
  @Test(arguments: [(0.2, 0.05, 1030.22), (0.05, 0.01, 7663.00), (0.05, 0.03, 893.97)])
  func `Evan Miller's calculator`(baseline: Double, difference: Double, size: Double) {
    let ours = PowerAnalysis().sizePerGroup(
      baseline: baseline, difference: difference, variance: .baselineWithoutEffect)
    #expect((ours - size).magnitude < 0.006)
  }

  @Test(arguments: [(0.2, 0.05, 1091.0), (0.4, 0.05, 1530.5), (0.15, 0.02, 5270.5)])
  func `each group with its own variance`(baseline: Double, difference: Double, size: Double) {
    let ours = PowerAnalysis().sizePerGroup(baseline: baseline, difference: difference)
    #expect((ours - size).magnitude < 0.1)
  }

  /// Totals as published in the tests of Spotify's Confidence, which took them from G*Power.
  @Test(arguments: [(0.05, 0.85, 897_348.0), (0.14, 0.85, 630_710), (0.14, 0.67, 366_424)])
  func `totals of G*Power`(falsePositiveRate: Double, power: Double, total: Double) {
    let analysis = PowerAnalysis(falsePositiveRate: falsePositiveRate, power: power)
    let ours = 2 * analysis.sizePerGroup(baseline: 0.34, difference: 0.003)
    #expect(ours.isClose(to: total, within: 0.005))
  }

  @Test func `the total of G*Power for means`() {
    let analysis = PowerAnalysis(power: 0.85)
    #expect(
      (2 * analysis.sizePerGroup(difference: 0.3, variance: 100))
        .isClose(to: 39_906, within: 0.0005))
  }

  @Test(arguments: [
    (0.4, 0.05, 3_014.0), (0.25, 0.05, 2_355), (0.15, 0.02, 10_008), (0.8, 0.05, 2_010),
    (0.3, 0.03, 7_326),
  ])
  func `totals of Spotify's Confidence`(baseline: Double, difference: Double, total: Double) {
    let ours = PowerAnalysis().sizePerGroup(
      baseline: baseline, difference: difference, variance: .baselineAlways)
    // It rounds each group up.
    #expect((2 * ours - total).magnitude <= 2)
  }

  @Test func `GrowthBook's weeks`() throws {
    let variance = 0.1441 * (1 - 0.1441)
    let analysis = PowerAnalysis()
    let powers = (1...3).map { week in
      analysis.power(
        lift: 0.2, mean: 0.1441, variance: variance, sizePerGroup: 2_195 * Double(week) / 2)
    }
    for (power, truth) in zip(powers, [0.4132, 0.692, 0.854]) {
      #expect((power - truth).magnitude < 0.0006)
    }
    let lift = analysis.detectableLift(mean: 0.1441, variance: variance, sizePerGroup: 1_097.5)
    #expect((try #require(lift) - 0.3455).magnitude < 0.0005)
  }

  @Test(arguments: PowerAnalysis.ProportionVariance.allCases, [0.05, 0.4])
  func `size, power and the least effect are one relation`(
    variance: PowerAnalysis.ProportionVariance, baseline: Double
  ) throws {
    let analysis = PowerAnalysis(power: 0.9)
    let size = analysis.sizePerGroup(baseline: baseline, difference: 0.02, variance: variance)
    let power = analysis.power(
      baseline: baseline, difference: 0.02, sizePerGroup: size, variance: variance)
    #expect(power.isClose(to: 0.9, within: 1e-12))
    let rise = analysis.detectableRise(baseline: baseline, sizePerGroup: size, variance: variance)
    #expect(try #require(rise).isClose(to: 0.02, within: 1e-12))
  }

  @Test func `the same relation for means and lifts`() throws {
    let analysis = PowerAnalysis(isTwoSided: false)
    let size = analysis.sizePerGroup(difference: 2, variance: 30)
    #expect(analysis.power(difference: 2, variance: 30, sizePerGroup: size).isClose(to: 0.8))
    #expect(analysis.power(difference: -2, variance: 30, sizePerGroup: size).isClose(to: 0.8))
    #expect(analysis.detectableDifference(variance: 30, sizePerGroup: size).isClose(to: 2))
    let lift = try #require(analysis.detectableLift(mean: 4, variance: 30, sizePerGroup: 500))
    let power = analysis.power(lift: lift, mean: 4, variance: 30, sizePerGroup: 500)
    #expect(power.isClose(to: 0.8, within: 1e-12))
  }

  @Test func `what cannot be seen at all`() {
    let analysis = PowerAnalysis()
    #expect(analysis.sizePerGroup(difference: 0, variance: 1) == .infinity)
    #expect(analysis.sizePerGroup(baseline: 0.5, difference: 0) == .infinity)
    #expect(analysis.detectableRise(baseline: 0.99, sizePerGroup: 10) == nil)
    #expect(analysis.detectableLift(mean: 1, variance: 10, sizePerGroup: 20) == nil)
  }

  @Test func `clusters of twenty that resemble each other cost nearly double`() {
    let equal = DesignEffect(meanClusterSize: 20, intraclassCorrelation: 0.05)
    #expect(equal.factor.isClose(to: 1.95))
    let unequal = DesignEffect(
      meanClusterSize: 20, intraclassCorrelation: 0.05, sizeVariation: 0.5)
    #expect(unequal.factor.isClose(to: 1 + (1.25 * 20 - 1) * 0.05))
  }

  @Test func `a group that just sees a rise to everybody sees no lesser one`() throws {
    let analysis = PowerAnalysis()
    let size = analysis.sizePerGroup(baseline: 0.6, difference: 0.4)
    #expect(
      try #require(analysis.detectableRise(baseline: 0.6, sizePerGroup: size)).isClose(to: 0.4))
    #expect(analysis.detectableRise(baseline: 0.6, sizePerGroup: size * 0.999) == nil)
  }

  @Test func `a power or a confidence that is no chance is refused`() async {
    await #expect(processExitsWith: .failure) { _ = PowerAnalysis(power: 1) }
    await #expect(processExitsWith: .failure) { _ = PowerAnalysis(power: 0) }
    await #expect(processExitsWith: .failure) { _ = PowerAnalysis(falsePositiveRate: 1) }
  }
}
