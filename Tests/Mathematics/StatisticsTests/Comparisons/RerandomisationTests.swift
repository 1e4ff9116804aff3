import RandomStreams
import Statistics
import Testing

@Suite("Comparisons · arms that are drawn anew")
struct RerandomisationTests {
  private static func sample(_ values: [Double]) -> RatioSample {
    var sample = RatioSample()
    for value in values { sample.record(numerator: value) }
    return sample
  }

  private static func compared(
    _ control: RatioSample, _ treatment: RatioSample
  ) throws -> TwoSample {
    let (ours, theirs) = (try #require(control.summary), try #require(treatment.summary))
    return try #require(TwoSample(control: ours, treatment: theirs))
  }

  /// Numbers whose logarithms are normal with a deviation of 1.5, from a stream.
  private static func skewed(_ count: Int, _ chance: inout some RandomNumberGenerator) -> [Double] {
    (0..<count).map { _ in
      Double.exp(
        1.5 * Double.normalQuantile((Double(chance.uniform(below: 1 << 40)) + 0.5) / 0x1p40))
    }
  }

  // An independent simulation (NumPy, 600 experiments of 900 and 100 such units) has 13% and 5%.
  @Test func `without an effect twenty skewed units against 180 are told apart in 5%, not in 12`()
    throws
  {
    var chance = RandomSource(seed: 7).stream(for: 1 as Purpose)[0]
    var (student, redrawn) = (0, 0)
    let experiments = 400
    for experiment in 0..<experiments {
      let control = Self.sample(Self.skewed(180, &chance))
      let treatment = Self.sample(Self.skewed(20, &chance))
      let samples = try Self.compared(control, treatment)
      let drawn = try #require(
        Rerandomisation(
          control: control, treatment: treatment, draws: 399, seed: UInt64(experiment)))
      let found = drawn.comparison(of: samples)
      if samples.fixedHorizon().pValue < 0.05 { student += 1 }
      if found.pValue <= 0.05 { redrawn += 1 }
      // Both say the same of no effect.
      #expect((found.pValue <= 0.05) == (found.estimate.low > 0 || found.estimate.high < 0))
    }
    #expect(student > 36, "\(student)")
    // The 99.9% interval of a binomial count of 400 at 5%.
    #expect((8...35).contains(redrawn), "\(redrawn)")
  }

  @Test func `of normal units it is Student's comparison`() throws {
    var chance = RandomSource(seed: 8).stream(for: 1 as Purpose)[0]
    func normal(_ count: Int, around mean: Double) -> RatioSample {
      Self.sample(Self.skewed(count, &chance).map { mean + Double.log($0) })
    }
    let (control, treatment) = (normal(150, around: 5), normal(100, around: 5.4))
    let samples = try Self.compared(control, treatment)
    let drawn = try #require(Rerandomisation(control: control, treatment: treatment))
    let (ours, students) = (drawn.comparison(of: samples).estimate, samples.fixedHorizon().estimate)
    #expect((ours.low - students.low).magnitude < 0.1 * students.halfWidth)
    #expect((ours.high - students.high).magnitude < 0.1 * students.halfWidth)
  }

  @Test func `what the units did before is taken out first`() throws {
    var (control, treatment) = (RatioSample(), RatioSample())
    for unit in 0..<40 {
      let before = Double(unit % 20)
      let value = 3 * before + Double(unit % 3) * 0.1
      if unit < 20 {
        control.record(numerator: value, before: before)
      } else {
        treatment.record(numerator: value + 0.2, before: before)
      }
    }
    let adjusted = try #require(RatioSample.adjusted(control: control, treatment: treatment))
    let samples = try #require(TwoSample(control: adjusted.control, treatment: adjusted.treatment))
    let drawn = try #require(
      Rerandomisation(control: control, treatment: treatment, isAdjusted: true))
    #expect(drawn.comparison(of: samples).pValue < 0.001)
  }

  @Test func `the same split drawn again is as far out, whatever the rounding`() throws {
    // One of ten and nine of ten do it: p is that of Fisher's exact test, .0011, to 4,000 draws.
    let (control, treatment) = (
      Self.sample((0..<10).map { $0 == 0 ? 0.1 : 0 }),
      Self.sample((0..<10).map { $0 == 0 ? 0 : 0.1 })
    )
    let drawn = try #require(
      Rerandomisation(control: control, treatment: treatment, draws: 40_000))
    let found = drawn.comparison(of: try Self.compared(control, treatment))
    #expect((found.pValue - 0.001_093).magnitude < 6e-4)
    let same = try #require(Rerandomisation(control: control, treatment: control))
    #expect(same.comparison(of: try Self.compared(control, control)).pValue == 1)
  }

  // Of a yes or no, the third central moment is p (1 − p) (1 − 2 p); its mean over n has that by n².
  @Test func `the skewness of a difference of shares`() throws {
    let control = Self.sample((0..<900).map { $0 % 10 == 0 ? 1 : 0 })
    let treatment = Self.sample((0..<100).map { $0 % 10 == 0 ? 1 : 0 })
    let third = 0.1 * 0.9 * 0.8 * (1 / 1e4 - 1 / 81e4)
    let error = (0.1 * 0.9 * (1.0 / 100 + 1.0 / 900)).squareRoot()
    let skewness = TwoSample.skewness(control: control, treatment: treatment)
    #expect((skewness - third / (error * error * error)).magnitude < 1e-9)
    #expect(TwoSample.skewness(control: treatment, treatment: treatment) == 0)
    // A small group without the rare outcome hides none of it.
    let lucky = Self.sample([Double](repeating: 0, count: 100))
    #expect(TwoSample.skewness(control: control, treatment: lucky) > 0.9 * skewness)
  }

  @Test func `fewer than ten units in an arm are not drawn anew`() {
    let (few, many) = (Self.sample([1, 2, 3]), Self.sample((0..<20).map(Double.init)))
    #expect(Rerandomisation(control: many, treatment: few) == nil)
  }
}
