internal import RandomStreams

/// How far effects that are found significant in one look exceed the truth, on average.
///
/// Source: Gelman and Carlin (2014), "Beyond power calculations".
public struct Exaggeration: Sendable, Hashable {
  /// The probability of a significant effect, of either sign.
  public let power: Double
  /// The mean size of a significant effect in proportion to the truth.
  public let factor: Double
  /// The probability that a significant effect has the wrong sign.
  public let wrongSign: Double

  /// Creates it from the true effect, positive and in standard errors.
  public init(drift: Double, falsePositiveRate: Double = 0.05) {
    precondition(drift > 0, "an effect of \(drift) cannot be exaggerated")
    let threshold = -Double.normalQuantile(falsePositiveRate / 2)
    func density(_ x: Double) -> Double { Double.exp(-x * x / 2) / 2.506_628_274_631_000_502 }
    let right = Double.normalCumulative(drift - threshold)
    let wrong = Double.normalCumulative(-drift - threshold)
    power = right + wrong
    wrongSign = wrong / power
    let size =
      drift * (right - wrong) + density(drift - threshold) + density(drift + threshold)
    factor = size / (power * drift)
  }

  /// Creates it from a power between the false-positive rate and 1.
  public init(power: Double, falsePositiveRate: Double = 0.05) {
    precondition(
      power > falsePositiveRate && power < 1, "no effect has a power of \(power)")
    var (low, high) = (1e-9, 40.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Exaggeration(drift: middle, falsePositiveRate: falsePositiveRate).power < power {
        low = middle
      } else {
        high = middle
      }
    }
    self.init(drift: high, falsePositiveRate: falsePositiveRate)
  }
}
