import RandomStreams
import Testing

@Suite("Chance · discrete distributions are drawn as they say")
struct DiscreteTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let distribution: any CumulativeDistribution<Int>
    /// The fourth central moment over the squared variance; `nil` where it is too great for a
    /// variance to show in so small a sample.
    let kurtosis: Double?
  }

  private static let size = 20_000

  static func examples() throws -> [Example] {
    var all: [Example] = []
    for mean in [0.01, 0.7, 5, 29.9, 30, 31, 100, 12_345.6] {
      all.append(
        Example(
          testDescription: "Poisson of mean \(mean)", distribution: try Poisson(mean: mean),
          kurtosis: 3 + 1 / mean))
    }
    for (count, probability) in [
      (1, 0.5), (10, 0.03), (10, 0.97), (59, 0.5), (60, 0.5), (61, 0.5), (1_000, 0.02),
      (1_000, 0.3), (1_000, 0.9), (1_000_000_000, 1e-8), (100_000, 0.999),
    ] {
      let variance = Double(count) * probability * (1 - probability)
      all.append(
        Example(
          testDescription: "binomial of \(count) at \(probability)",
          distribution: try Binomial(count: count, probability: probability),
          kurtosis: 3 + (1 - 6 * probability * (1 - probability)) / variance))
    }
    for (exponent, count) in [
      (0, 6), (0, 1_000_000_000), (0.5, 100), (1, 10), (1, 1_000_000_000), (1.2, 1_000),
      (2, 1_000_000), (6, 50),
    ] {
      all.append(
        Example(
          testDescription: "Zipf of \(count) ranks at \(exponent)",
          distribution: try Zipf(exponent: exponent, count: count),
          kurtosis: exponent == 0 ? 1.8 : nil))
    }
    for weights in [[1, 0, 3, 0.5, 0], [0.1, 0.2, 0.3], [7], Array(repeating: 2, count: 37)] {
      all.append(
        Example(
          testDescription: "categories of \(weights)",
          distribution: try Categorical(weights: weights), kurtosis: nil))
    }
    return all
  }

  private func sample(_ distribution: some CumulativeDistribution<Int>) -> [Int] {
    let stream = RandomSource(seed: 20_260_119).stream(for: 2)
    return (0..<UInt64(Self.size)).map { stream.sample(distribution, $0) }
  }

  @Test(arguments: try examples())
  func `values are spread as the cumulative probability says`(_ example: Example) {
    #expect(GoodnessOfFit.ofValues(sample(example.distribution), example.distribution) > 0.001)
  }

  @Test(arguments: try examples())
  func `mean and variance are within four and a half standard errors`(_ example: Example) {
    let values = sample(example.distribution).map { Double($0) }
    let (count, truth) = (Double(Self.size), example.distribution.variance)
    let mean = values.reduce(0, +) / count
    #expect(abs(mean - example.distribution.mean) <= 4.5 * (truth / count).squareRoot())
    guard let kurtosis = example.kurtosis else { return }
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    // One squared deviation moves a variance of zeros and ones in steps of 1 / count.
    let error = truth * ((kurtosis - 1) / count).squareRoot() + truth / count
    #expect(abs(variance - truth) <= 4.5 * error)
  }

  @Test(arguments: try examples())
  func `a quantile is the least value whose cumulative probability reaches`(_ example: Example) {
    let distribution = example.distribution
    for probability in [0, 1e-9, 0.01, 0.3, 0.5, 0.9, 0.999, 0.999_999] {
      let value = distribution.quantile(probability)
      #expect(distribution.cumulative(value) >= probability)
      #expect(value <= 0 || distribution.cumulative(value - 1) <= probability, "\(value)")
    }
    #expect(distribution.cumulative(-1) == 0)
    #expect(distribution.cumulative(.max) == 1)
    #expect(distribution.quantile(1) >= distribution.quantile(0.999_999))
  }

  @Test func `probabilities add up to the cumulative one`() throws {
    let poisson = try Poisson(mean: 7.5)
    let binomial = try Binomial(count: 12, probability: 0.4)
    var (ofPoisson, ofBinomial) = (0.0, 0.0)
    for value in 0...12 {
      ofPoisson += poisson.probability(of: value)
      ofBinomial += binomial.probability(of: value)
      #expect(abs(ofPoisson - poisson.cumulative(value)) < 1e-14)
      #expect(abs(ofBinomial - binomial.cumulative(value)) < 1e-14)
    }
  }

  @Test func `huge counts are spread as the normal distribution that they approach`() throws {
    // The skewness of all of them is below 3 in 10^4, which 20,000 values cannot show.
    for distribution: any CumulativeDistribution<Int> in [
      try Poisson(mean: 1e8), try Poisson(mean: 1e14),
      try Binomial(count: 1_000_000_000_000_000, probability: 0.5),
      try Binomial(count: 1_000_000_000_000, probability: 0.999),
    ] {
      let normal = try Normal(
        mean: distribution.mean, standardDeviation: distribution.variance.squareRoot())
      #expect(GoodnessOfFit.ofValues(sample(distribution).map { Double($0) }, normal) > 0.001)
    }
  }

  @Test func `evenly spread numbers give each category its share`() throws {
    struct Even: RandomNumberGenerator {
      var number: UInt64 = 0
      mutating func next() -> UInt64 {
        number += .max / 9_000
        return number
      }
    }
    for weights in [[1, 0, 3, 0.5, 0], [0.1, 0.2, 0.3, 9], [7, 1, 1, 1, 1, 1, 0.2]] {
      let choice = try Categorical(weights: weights)
      var even = Even()
      var counts = weights.map { _ in 0 }
      for _ in 0..<9_000 { counts[choice.sample(using: &even)] += 1 }
      // Each of the columns may hold one number more or less on either side of its threshold.
      for (count, probability) in zip(counts, choice.probabilities) {
        #expect(abs(Double(count) - 9_000 * probability) <= Double(2 * weights.count))
      }
    }
  }

  @Test func `yes comes as often as it should`() throws {
    let stream = RandomStream(key: 3)
    for probability in [0, 0.001, 0.3, 0.999, 1] {
      let question = try Bernoulli(probability: probability)
      let yes = (0..<4_000 as Range<UInt64>).count { stream.sample(question, $0) }
      let error = (question.variance * 4_000).squareRoot()
      #expect(abs(Double(yes) - 4_000 * question.mean) <= 4.5 * error)
    }
  }
}
