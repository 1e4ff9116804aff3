import RandomStreams
import growthloop
import Statistics
import Testing

/// Rounds on a noisy machine: what befalls it befalls both builds, and each run has luck of its own.
struct NoisyRounds {
  var rounds = 12
  var shared = 0.3
  var own = 0.03
  var slowing = 1.0

  private static let noise: Normal = {
    do { return try Normal(mean: 0, standardDeviation: 1) } catch {
      preconditionFailure("\(error)")
    }
  }()

  func figure(_ name: String = "p50", seed: UInt64) -> FigureRounds {
    var draw = RandomSource(seed: seed).stream(for: 1)[0]
    let noise = Self.noise
    var figure = FigureRounds(name, unit: "ms")
    for _ in 0..<rounds {
      let weather = shared * noise.sample(using: &draw)
      func run() -> Double { Double.exp(weather + own * noise.sample(using: &draw)) }
      figure.baseline.append(run())
      figure.candidate.append(run() * slowing)
    }
    return figure
  }
}

@Suite("Regressions · the ratio of two builds")
struct RatioTests {
  @Test func `where every round says the same, that is the ratio`() throws {
    let figure = FigureRounds(
      "p50", unit: "ms", baseline: [1, 2, 4, 8, 16, 32], candidate: [1.5, 3, 6, 12, 24, 48])
    let estimate = try #require(RatioEstimate(figure, confidence: 0.95, seed: 1))
    #expect(abs(estimate.ratio.value - 1.5) < 1e-12)
    #expect(abs(estimate.ratio.low - 1.5) < 1e-12 && abs(estimate.ratio.high - 1.5) < 1e-12)
    // The rounds apart, the runs lie among each other.
    #expect(estimate.secondOpinion > 0.3)
  }

  @Test func `the interval reaches as far as the counted ranks do`() throws {
    let figure = NoisyRounds().figure(seed: 3)
    let logs = zip(figure.baseline, figure.candidate).map { Double.log($1) - Double.log($0) }
    let counted = try #require(HodgesLehmann.centre(of: logs))
    let ratio = try #require(RatioEstimate(figure, confidence: 0.95, seed: 1)).ratio
    #expect(ratio.low <= Double.exp(counted.low) && ratio.high >= Double.exp(counted.high))
    #expect(abs(ratio.value - Double.exp(counted.value)) < 1e-12)
  }

  @Test func `a ratio of one lies outside of the interval in less than one of twenty comparisons`()
    throws
  {
    // Of 120 comparisons 6 are expected, and hardly ever more than 12.
    let outside = try (0..<120).count { seed in
      let figure = NoisyRounds(rounds: 8).figure(seed: UInt64(seed))
      return try !#require(RatioEstimate(figure, confidence: 0.95, seed: 1)).ratio.contains(1)
    }
    #expect(outside <= 12, "\(outside) of 120")
  }

  @Test func `runs that were not made together are compared as two samples`() throws {
    let figure = FigureRounds(
      "p50", unit: "ms", baseline: [1, 1.1, 0.9, 1.05, 0.95],
      candidate: [2, 2.2, 1.8, 2.1, 1.9, 2.05], arePaired: false)
    let estimate = try #require(RatioEstimate(figure, confidence: 0.95, seed: 1))
    #expect(estimate.ratio.contains(2) && !estimate.ratio.contains(1.5))
    // 2 of the 462 ways to mix five and six are as extreme.
    #expect(abs(estimate.secondOpinion - 2.0 / 462) < 1e-12)
  }

  @Test func `too few rounds, and figures that are no times, give none`() {
    let five = NoisyRounds(rounds: 5).figure(seed: 1)
    #expect(RatioEstimate(five, confidence: 0.95, seed: 1) == nil)
    let six = NoisyRounds(rounds: 6).figure(seed: 1)
    #expect(RatioEstimate(six, confidence: 0.95, seed: 1) != nil)
    let zero = FigureRounds(
      "p50", unit: "ms", baseline: [0, 1, 1, 1, 1, 1], candidate: [1, 1, 1, 1, 1, 1])
    #expect(RatioEstimate(zero, confidence: 0.95, seed: 1) == nil)
  }
}
