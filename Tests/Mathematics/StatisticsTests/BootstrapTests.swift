import Statistics
import TestSupport
import Testing

@Suite("Bootstrap · intervals of any statistic")
struct BootstrapTests {
  static func mean(_ sample: [Double]) -> Double { sample.reduce(0, +) / Double(sample.count) }

  static let skewed = [
    0.3, 0.5, 0.6, 0.8, 0.9, 1.1, 1.2, 1.4, 1.7, 1.9, 2.2, 2.6, 3.1, 3.9, 5.2, 7.8, 11.5, 19.0,
  ]

  /// From SciPy 1.17 with a million resamples; the errors are those of its ends with ten thousand.
  @Test(arguments: [
    (
      Bootstrap.Method.percentile, Estimate(0, from: 1.8056, to: 6.05, confidence: 0.95), 0.0205,
      0.0395
    ),
    (
      Bootstrap.Method.biasCorrected, Estimate(0, from: 2.1056, to: 6.9389, confidence: 0.95),
      0.0193, 0.0853
    ),
  ])
  func `the ends are those that SciPy finds`(
    method: Bootstrap.Method, truth: Estimate, lowError: Double, highError: Double
  ) throws {
    var chance = SeededChance(seed: 1)
    let bootstrap = Bootstrap(resamples: 10_000, method: method)
    let estimate = try #require(
      bootstrap.estimate(from: Self.skewed, using: &chance, statistic: Self.mean))
    #expect((estimate.low - truth.low).magnitude < 4 * lowError)
    #expect((estimate.high - truth.high).magnitude < 4 * highError)
    #expect(estimate.value == Self.mean(Self.skewed))
  }

  @Test func `the same seed gives the same interval`() {
    let bootstrap = Bootstrap(resamples: 200)
    var (one, other, third) = (
      SeededChance(seed: 4), SeededChance(seed: 4), SeededChance(seed: 5)
    )
    let first = bootstrap.estimate(from: Self.skewed, using: &one, statistic: Self.mean)
    let second = bootstrap.estimate(from: Self.skewed, using: &other, statistic: Self.mean)
    let different = bootstrap.estimate(from: Self.skewed, using: &third, statistic: Self.mean)
    #expect(first != nil)
    #expect(first == second)
    #expect(first != different)
  }

  @Test func `intervals of a normal mean hold it nearly as often as they say`() {
    // 91.8%, of 20,000 such samples in NumPy: a percentile interval is a little too narrow.
    var chance = SeededChance(seed: 6)
    let bootstrap = Bootstrap(resamples: 200, method: .percentile)
    var held = 0
    for _ in 0..<300 {
      let sample = chance.normals(20, mean: 1)
      let estimate = bootstrap.estimate(from: sample, using: &chance, statistic: Self.mean)
      if estimate?.contains(1) == true { held += 1 }
    }
    expect(share: held, of: 300, toBe: 0.918)
  }

  @Test func `elements may be anything, such as pairs`() throws {
    let pairs = (1...30).map { (Double($0), 2 * Double($0) + Double($0 % 3)) }
    var chance = SeededChance(seed: 7)
    let ratio = try #require(
      Bootstrap(resamples: 500).estimate(from: pairs, using: &chance) { sample in
        sample.reduce(0) { $0 + $1.1 } / sample.reduce(0) { $0 + $1.0 }
      })
    #expect(ratio.low < ratio.value && ratio.value < ratio.high)
    #expect(ratio.contains(2.06))
  }

  @Test func `equal elements have an interval of no width, too few have none`() {
    var chance = SeededChance(seed: 2)
    let bootstrap = Bootstrap(resamples: 50)
    let same = bootstrap.estimate(from: [3, 3, 3], using: &chance, statistic: Self.mean)
    #expect(same == Estimate(3, from: 3, to: 3, confidence: 0.95))
    #expect(bootstrap.estimate(from: [], using: &chance, statistic: Self.mean) == nil)
    #expect(bootstrap.estimate(from: [1], using: &chance, statistic: Self.mean) == nil)
    #expect(bootstrap.estimate(from: [1, .nan], using: &chance, statistic: Self.mean) == nil)
  }

  @Test func `ten thousand samples are drawn unless somebody says otherwise`() {
    #expect(Bootstrap() == Bootstrap(resamples: 10_000, method: .biasCorrected, confidence: 0.95))
  }

  @Test func `a confidence that is no chance, and no samples at all, are refused`() async {
    await #expect(processExitsWith: .failure) { _ = Bootstrap(confidence: 1) }
    await #expect(processExitsWith: .failure) { _ = Bootstrap(confidence: 0) }
    await #expect(processExitsWith: .failure) { _ = Bootstrap(resamples: 0) }
  }
}
