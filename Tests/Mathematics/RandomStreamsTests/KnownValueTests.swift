import RandomStreams
import Testing

/// Computed to 40 digits with mpmath 1.3 from the definitions; the moments of Zipf by adding up.
@Suite("Chance · probabilities and moments agree with values computed elsewhere")
struct KnownValueTests {
  private func agree(_ value: Double, _ truth: Double, within tolerance: Double = 1e-13) -> Bool {
    abs(value - truth) <= tolerance * abs(truth)
  }

  @Test func `cumulative probabilities`() throws {
    #expect(agree(try Gamma(shape: 0.35, scale: 2).cumulative(0.1), 0.388_241_892_210_293_37))
    #expect(agree(try Gamma(shape: 90, scale: 0.5).cumulative(50), 0.853_653_825_301_267_2))
    #expect(agree(try Beta(alpha: 0.5, beta: 0.5).cumulative(0.9), 0.795_167_235_300_866_5))
    #expect(agree(try Beta(alpha: 2, beta: 30).cumulative(0.1), 0.830_435_366_899_135_2))
    #expect(agree(try Poisson(mean: 3.5).cumulative(2), 0.320_847_198_862_134_1))
    #expect(agree(try Poisson(mean: 1_000).cumulative(950), 0.057_836_292_955_323_21))
    let binomial = try Binomial(count: 60, probability: 0.3)
    #expect(agree(binomial.cumulative(15), 0.243_784_093_349_563_1))
    #expect(agree(try Zipf(exponent: 1.7, count: 1_000).cumulative(10), 0.870_774_907_115_833_4))
    let many = try Zipf(exponent: 1.2, count: 1_000_000_000)
    #expect(agree(many.cumulative(10), 0.447_670_927_102_102_3))
  }

  @Test func `a log-normal delay inside windows of two hours, a day and a week`() throws {
    let delay = try LogNormal(median: 9.5, sigma: 1.634)
    #expect(agree(delay.cumulative(2), 0.170_148_932_299_774_01))
    #expect(agree(delay.cumulative(24), 0.714_701_955_539_525_4))
    #expect(agree(delay.cumulative(168), 0.960_631_461_028_482_1))
  }

  @Test func `probabilities of single values`() throws {
    #expect(agree(try Poisson(mean: 1_000).probability(of: 1_040), 0.005_616_490_159_872_882))
    let binomial = try Binomial(count: 5_000, probability: 0.7)
    #expect(agree(binomial.probability(of: 3_540), 0.005_768_826_001_477_966))
    #expect(try Poisson(mean: 3).probability(of: -1) == 0)
    #expect(binomial.probability(of: 5_001) == 0)
  }

  @Test func `moments of Zipf`() throws {
    for (exponent, count, mean, variance) in [
      (0, 100, 50.5, 833.25), (1, 1_000, 133.592_130_492_440_16, 49_016.003_981_957_14),
      (0.7, 1_000_000, 233_858.698_806_912_84, 77_491_179_556.469_57),
      (1.2, 10_000_000, 92_281.981_662_102_46, 401_626_801_975.117_55),
      (2.5, 1_000_000, 1.945_881_585_064_126, 1_486.007_902_337_360_5),
    ] {
      let zipf = try Zipf(exponent: exponent, count: count)
      #expect(agree(zipf.mean, mean, within: 1e-12))
      #expect(agree(zipf.variance, variance, within: 1e-12))
    }
  }

  @Test func `a log-normal of given mean and deviation has them`() throws {
    let delay = try LogNormal(mean: 30, standardDeviation: 45)
    #expect(agree(delay.mean, 30))
    #expect(agree(delay.variance, 45 * 45))
    #expect(agree(delay.median, delay.quantile(0.5)))
  }

  @Test func `moments of the others`() throws {
    #expect(agree(try Gamma(shape: 3, scale: 2).mean, 6))
    #expect(agree(try Gamma(shape: 3, scale: 2).variance, 12))
    #expect(agree(try Beta(alpha: 2, beta: 6).mean, 0.25))
    #expect(agree(try Beta(alpha: 2, beta: 6).variance, 1.0 / 48))
    #expect(agree(try Binomial(count: 10, probability: 0.2).variance, 1.6))
    let choice = try Categorical(weights: [1, 0, 3])
    #expect(choice.probabilities == [0.25, 0, 0.75])
    #expect(choice.mean == 1.5)
    #expect(choice.variance == 0.75)
    #expect(choice.cumulative(1) == 0.25)
    #expect(choice.quantile(0.25) == 0)
    #expect(choice.quantile(0.26) == 2)
  }
}
