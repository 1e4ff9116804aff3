import Statistics
import Testing

/// The expected values are those of `scipy.stats` 1.17 and `statsmodels` 0.15.
@Suite("Proportions · Wilson's and Newcombe's intervals")
struct ProportionTests {
  @Test(arguments: [
    (0, 10, 0, 0.27753279986288926, 0, 0.3445372183069226),
    (10, 10, 0.7224672001371109, 1, 0.6554627816930775, 1),
    (1, 10, 0.017876213095072896, 0.4041500267952385, 0.005242301569677699, 0.4588460161566561),
    (7, 20, 0.1811918241010821, 0.5671457233147637, 0.1630866797163093, 0.5905104338485733),
    (81, 263, 0.2552885198782742, 0.36620957698280004, 0.25350868229518514, 0.3681762010430035),
    (999, 1000, 0.9943574414020421, 0.9998234536293739, 0.9935312149531745, 0.9999477976445573),
  ])
  func `one proportion has Wilson's interval, with and without correction`(
    successes: Int, trials: Int, low: Double, high: Double, correctedLow: Double,
    correctedHigh: Double
  ) throws {
    let proportion = Proportion(successes, of: trials)
    let plain = try #require(proportion.wilson())
    #expect(plain.low.isClose(to: low))
    #expect(plain.high.isClose(to: high))
    let corrected = try #require(proportion.wilson(continuityCorrected: true))
    #expect(corrected.low.isClose(to: correctedLow, within: 1e-12))
    #expect(corrected.high.isClose(to: correctedHigh))
  }

  @Test(arguments: [
    (56, 70, 48, 80, 0.2, 0.05243147240236498, 0.33387265403690614),
    (9, 10, 3, 10, 0.6, 0.1705227239345029, 0.809017973535488),
    (10, 10, 0, 20, 1, 0.6790860371419145, 1),
    (5, 56, 0, 29, 0.08928571428571429, -0.038137147903536936, 0.19256001385511165),
  ])
  func `a difference of two has Newcombe's`(
    ours: Int, ourTrials: Int, theirs: Int, theirTrials: Int, difference: Double, low: Double,
    high: Double
  ) throws {
    let estimate = try #require(
      Proportion(ours, of: ourTrials).difference(from: Proportion(theirs, of: theirTrials)))
    #expect(estimate.value.isClose(to: difference))
    #expect(estimate.low.isClose(to: low, within: 1e-12))
    #expect(estimate.high.isClose(to: high, within: 1e-12))
  }

  @Test func `a million trials on either side tell a point and a half`() throws {
    let control = Proportion(202_480, of: 1_012_400)
    let treatment = Proportion(212_334, of: 987_600)
    let estimate = try #require(treatment.difference(from: control))
    #expect(estimate.value.isClose(to: 0.015, within: 1e-12))
    // Where there are so many, the textbook's interval agrees.
    #expect(estimate.halfWidth.isClose(to: 0.00112409425858503, within: 1e-6))
  }

  @Test func `no trial has no share`() {
    let nothing = Proportion(0, of: 0)
    #expect(nothing.share == nil)
    #expect(nothing.wilson() == nil)
    #expect(nothing.difference(from: Proportion(1, of: 2)) == nil)
    #expect(Proportion(1, of: 1).wilson()?.high == 1)
    #expect(Proportion(0, of: 1).wilson(continuityCorrected: true)?.low == 0)
  }
}
