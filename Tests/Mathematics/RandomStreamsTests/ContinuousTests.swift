import RandomStreams
import Testing

@Suite("Chance · continuous distributions are drawn as they say")
struct ContinuousTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let distribution: any CumulativeDistribution<Double>
    /// The fourth central moment over the squared variance; `nil` where it is too great for a
    /// variance to show in so small a sample.
    let kurtosis: Double?
  }

  private static let size = 4_000

  static func examples() throws -> [Example] {
    var all = [
      Example(
        testDescription: "uniform", distribution: try Uniform(from: -3, to: 5), kurtosis: 1.8),
      Example(
        testDescription: "exponential", distribution: try Exponential(mean: 0.2), kurtosis: 9),
      Example(
        testDescription: "exponential by rate", distribution: try Exponential(rate: 0.01),
        kurtosis: 9),
      Example(
        testDescription: "normal", distribution: try Normal(mean: -7, standardDeviation: 0.3),
        kurtosis: 3),
      Example(
        testDescription: "log-normal, wide", distribution: try LogNormal(median: 9.5, sigma: 1.634),
        kurtosis: nil),
      Example(
        testDescription: "log-normal, narrow",
        distribution: try LogNormal(mean: 100, standardDeviation: 10), kurtosis: 3.163),
    ]
    for shape in [0.05, 0.35, 0.999, 1, 1.5, 8, 1e6] {
      all.append(
        Example(
          testDescription: "gamma of shape \(shape)",
          distribution: try Gamma(shape: shape, scale: 4), kurtosis: 3 + 6 / shape))
    }
    for (a, b) in [(0.3, 0.6), (0.5, 3), (1, 1), (2, 5), (3_000, 1_000), (7, 0.8)] {
      let difference = (a - b) * (a - b) * (a + b + 1) - a * b * (a + b + 2)
      let kurtosis = 3 + 6 * difference / (a * b * (a + b + 2) * (a + b + 3))
      all.append(
        Example(
          testDescription: "beta of \(a) and \(b)",
          distribution: try Beta(alpha: a, beta: b), kurtosis: kurtosis))
    }
    return all
  }

  private func sample(_ distribution: some CumulativeDistribution<Double>) -> [Double] {
    let stream = RandomSource(seed: 20_260_118).stream(for: 1)
    return (0..<UInt64(Self.size)).map { stream.sample(distribution, $0) }
  }

  @Test(arguments: try examples())
  func `values are spread as the cumulative probability says`(_ example: Example) {
    #expect(GoodnessOfFit.ofValues(sample(example.distribution), example.distribution) > 0.001)
  }

  @Test(arguments: try examples())
  func `mean and variance are within four and a half standard errors`(_ example: Example) {
    let values = sample(example.distribution)
    let (count, truth) = (Double(Self.size), example.distribution.variance)
    let mean = values.reduce(0, +) / count
    #expect(abs(mean - example.distribution.mean) < 4.5 * (truth / count).squareRoot())
    guard let kurtosis = example.kurtosis else { return }
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    #expect(abs(variance - truth) < 4.5 * truth * ((kurtosis - 1) / count).squareRoot())
  }

  @Test(arguments: try examples(), [0.001, 0.01, 0.99, 0.999])
  func `as many values lie beyond a far quantile as should`(_ example: Example, at level: Double) {
    let end = example.distribution.quantile(level)
    let below = Double(sample(example.distribution).count { $0 <= end })
    let expected = Double(Self.size) * level
    #expect(abs(below - expected) < 5 * (expected * (1 - level)).squareRoot() + 1)
  }

  @Test(arguments: try examples())
  func `the quantile undoes the cumulative probability`(_ example: Example) {
    let distribution = example.distribution
    for probability in [1e-9, 0.01, 0.3, 0.5, 0.9, 0.999] {
      let back = distribution.cumulative(distribution.quantile(probability))
      // A value has 53 bits; where the distribution is steep, its last one moves the probability.
      #expect(abs(back - probability) < 1e-9 * probability + 1e-16, "\(probability)")
    }
    #expect(distribution.cumulative(-1e300) == 0)
    #expect(distribution.cumulative(1e300) == 1)
  }

  @Test func `inversion gives the quantile of one number`() throws {
    let stream = RandomStream(key: 9)
    for distribution: any CumulativeDistribution<Double> in [
      try Exponential(mean: 3), try Normal(mean: 1, standardDeviation: 2),
      try LogNormal(median: 2, sigma: 0.5),
    ] {
      for entity: UInt64 in 0..<200 {
        let quantile = distribution.quantile(stream.openUniform(entity))
        let value = stream.sample(distribution, entity)
        #expect(abs(value - quantile) <= 1e-15 * abs(quantile))
      }
    }
  }
}
