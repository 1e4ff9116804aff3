import RandomStreams
import Testing

@Suite("Chance · at the edges of their parameters distributions stay sensible")
struct EdgeTests {
  private let stream = RandomStream(key: 77)

  private func values<D: Distribution>(_ distribution: D) -> [D.Value] {
    (0..<200).map { stream.sample(distribution, $0) }
  }

  @Test func `what cannot vary does not`() throws {
    #expect(values(try Bernoulli(probability: 0)).allSatisfy { !$0 })
    #expect(values(try Bernoulli(probability: 1)).allSatisfy { $0 })
    #expect(values(try Poisson(mean: 0)).allSatisfy { $0 == 0 })
    #expect(values(try Binomial(count: 0, probability: 0.4)).allSatisfy { $0 == 0 })
    #expect(values(try Binomial(count: 90, probability: 0)).allSatisfy { $0 == 0 })
    #expect(values(try Binomial(count: 90, probability: 1)).allSatisfy { $0 == 90 })
    #expect(values(try Zipf(exponent: 3, count: 1)).allSatisfy { $0 == 1 })
    #expect(values(try Uniform(from: 2, to: 2)).allSatisfy { $0 == 2 })
    #expect(values(try Normal(mean: 2, standardDeviation: 0)).allSatisfy { $0 == 2 })
    #expect(values(try LogNormal(median: 2, sigma: 0)).allSatisfy { $0 == 2 })
    #expect(values(try Categorical(weights: [0, 1e-300, 0])).allSatisfy { $0 == 1 })
  }

  @Test func `the cumulative probability and quantile of what cannot vary are steps`() throws {
    for distribution: any CumulativeDistribution<Double> in [
      try Uniform(from: 2, to: 2), try Normal(mean: 2, standardDeviation: 0),
      try LogNormal(median: 2, sigma: 0),
    ] {
      #expect(distribution.cumulative(1.99) == 0)
      #expect(distribution.cumulative(2) == 1)
      #expect(distribution.quantile(0.5) == 2)
    }
    let always = try Binomial(count: 9, probability: 1)
    #expect(always.cumulative(8) == 0)
    #expect(always.quantile(0.01) == 9)
    #expect(always.probability(of: 9) == 1)
    #expect(try Poisson(mean: 0).cumulative(0) == 1)
    #expect(try Poisson(mean: 0).probability(of: 0) == 1)
  }

  @Test func `the greatest and least parameters give finite values in range`() throws {
    #expect(values(try Zipf(exponent: 1_000, count: 10)).allSatisfy { $0 == 1 })
    let ranks = values(try Zipf(exponent: 0, count: 1_000_000_000_000_000))
    #expect(ranks.allSatisfy { 1...1_000_000_000_000_000 ~= $0 })
    let half = values(try Binomial(count: 1_000_000_000_000_000, probability: 0.5))
    #expect(half.allSatisfy { abs($0 - 500_000_000_000_000) < 100_000_000 })
    #expect(values(try Poisson(mean: 1e15)).allSatisfy { abs($0 - Int(1e15)) < 200_000_000 })
    #expect(values(try Gamma(shape: 1e-100, scale: 1)).allSatisfy { $0 == 0 })
    #expect(values(try Gamma(shape: 1e100, scale: 1)).allSatisfy { abs($0 / 1e100 - 1) < 1e-9 })
    let coins = values(try Beta(alpha: 1e-100, beta: 1e-100))
    #expect(coins.allSatisfy { $0 == 0 || $0 == 1 })
    // 200 fair coins: heads are within five standard errors of the half.
    #expect(abs(coins.reduce(0, +) - 100) < 36)
    let wide = values(try LogNormal(median: 1, sigma: 80))
    #expect(wide.allSatisfy { $0 >= 0 && $0.isFinite })
    let one = try Uniform(from: 1, to: Double(1).nextUp)
    #expect(values(one).allSatisfy { $0 == 1 }, "the upper end is excluded")
  }

  @Test func `the variance of a log-normal value is infinite only where it is too great`() throws {
    #expect(try LogNormal(median: 1e200, sigma: 0).variance == 0)
    #expect(try LogNormal(median: 1e200, sigma: 1).variance == .infinity)
    #expect(try LogNormal(median: 1e-200, sigma: 40).variance == .infinity)
    // e^700 · (e^700 − 1) alone is too great.
    let tiny = try LogNormal(median: 1e-300, sigma: Double(700).squareRoot()).variance
    #expect(abs(tiny / 102866666.085199 - 1) < 1e-11)
  }

  @Test func `weights of nothing are never drawn, whatever rounding leaves over`() throws {
    let weights = (0..<500).map { (place: Int) -> Double in
      place % 3 == 0 ? 0 : 0.1 + Double(place * 7919 % 101)
    }
    let choice = try Categorical(weights: weights)
    var draw = stream[1]
    for _ in 0..<5_000 { #expect(weights[choice.sample(using: &draw)] > 0) }
  }

  @Test func `more luck never gives less where the draw is by inversion`() throws {
    let (few, many) = (try Poisson(mean: 4), try Poisson(mean: 5))
    let (rare, often) = (
      try Binomial(count: 20, probability: 0.45), try Binomial(count: 20, probability: 0.55)
    )
    for entity: UInt64 in 0..<1_000 {
      #expect(stream.sample(few, entity) <= stream.sample(many, entity))
      #expect(stream.sample(rare, entity) <= stream.sample(often, entity))
    }
  }
}
