internal import RealFunctions

/// The chances of a rank statistic under "no difference": counted, or approximated by a normal
/// distribution.
struct RankTest: Sendable, Hashable {
  /// The chance of at most, and of at least, what was observed.
  let atMost: Double
  let atLeast: Double

  /// Takes chances that were counted.
  init(atMost: Double, atLeast: Double) {
    self.atMost = atMost
    self.atLeast = atLeast
  }

  /// Approximates by a normal distribution, with the correction of a half for continuity.
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
