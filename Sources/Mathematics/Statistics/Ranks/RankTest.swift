internal import RandomStreams

/// The p-values of a rank statistic, exact or by the normal approximation.
struct RankTest: Sendable, Hashable {
  /// The probabilities of at most, and of at least, the observed value.
  let atMost: Double
  let atLeast: Double

  /// Creates a test from exact probabilities.
  init(atMost: Double, atLeast: Double) {
    self.atMost = atMost
    self.atLeast = atLeast
  }

  /// Creates a test by the normal approximation, with the continuity correction of a half.
  init(_ statistic: Double, mean: Double, variance: Double) {
    let deviation = variance.squareRoot()
    guard deviation > 0 else {
      self.init(atMost: 1, atLeast: 1)
      return
    }
    self.init(
      atMost: Double.normalCumulative((statistic - mean + 0.5) / deviation),
      atLeast: Double.normalCumulative(-(statistic - mean - 0.5) / deviation))
  }

  func pValue(_ alternative: Alternative) -> Double {
    switch alternative {
    case .different: min(1, 2 * min(atMost, atLeast))
    case .less: atMost
    case .greater: atLeast
    }
  }
}
