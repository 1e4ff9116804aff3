import RandomStreams

extension Benchmark {
  /// Benchmarks of a draw, each for another person, as a simulation requests them.
  public static let draws: [Benchmark] = [
    Benchmark("chance: one block of Philox, four words") { times in
      let stream = stream
      var sum: UInt64 = 0
      for turn in 0..<times {
        let words = stream.words(UInt64(turn))
        sum &+= words.low ^ words.high
      }
      return sum
    },
    Benchmark("chance: uniform, 53 bits") { times in
      let stream = stream
      var sum: UInt64 = 0
      for turn in 0..<times { sum &+= stream.uniform(UInt64(turn)).bitPattern }
      return sum
    },
    draws("exponential", of: Exponential.certain(try .init(mean: 3))),
    draws("normal", of: Normal.certain(try .init(mean: 3, standardDeviation: 2))),
    draws("log-normal", of: LogNormal.certain(try .init(median: 9.5, sigma: 1.6))),
    draws("gamma of shape 2.5", of: Gamma.certain(try .init(shape: 2.5, scale: 1))),
    draws("gamma of shape 0.35", of: Gamma.certain(try .init(shape: 0.35, scale: 1))),
    draws("beta of 2 and 3", of: Beta.certain(try .init(alpha: 2, beta: 3))),
    draws("Poisson of mean 3", of: Poisson.certain(try .init(mean: 3))),
    draws("Poisson of mean 100", of: Poisson.certain(try .init(mean: 100))),
    draws("binomial of 10 at 0.3", of: Binomial.certain(try .init(count: 10, probability: 0.3))),
    draws(
      "binomial of 1,000 at 0.3", of: Binomial.certain(try .init(count: 1_000, probability: 0.3))),
    draws(
      "Zipf of a million ranks at 1.2", of: Zipf.certain(try .init(exponent: 1.2, count: 1_000_000))
    ),
    draws(
      "one of 20 categories by alias",
      of: Categorical.certain(try .init(weights: (1...20).map { Double($0) }))),
  ]

  private static func draws<Chance: Distribution<Double>>(
    _ name: String, of distribution: Chance
  ) -> Benchmark {
    Benchmark("chance: \(name)") { times in
      let stream = stream
      var sum: UInt64 = 0
      for turn in 0..<times { sum &+= stream.sample(distribution, UInt64(turn)).bitPattern }
      return sum
    }
  }

  private static func draws<Chance: Distribution<Int>>(
    _ name: String, of distribution: Chance
  ) -> Benchmark {
    Benchmark("chance: \(name)") { times in
      let stream = stream
      var sum: UInt64 = 0
      for turn in 0..<times { sum &+= UInt64(stream.sample(distribution, UInt64(turn))) }
      return sum
    }
  }

  private static let stream = RandomSource(seed: 2026).stream(for: 1)
}
