extension PowerAnalysis {
  /// The variances in the planning of a test of two proportions.
  public enum ProportionVariance: Sendable, Hashable, CaseIterable {
    /// Without an effect both groups have the baseline's, with it each its own: Evan Miller's
    /// calculator.
    case baselineWithoutEffect
    /// Each group its own, with and without an effect: G*Power's and R's unpooled test.
    case ownOfEachGroup
    /// Both groups have the baseline's, with and without an effect: Spotify's Confidence.
    case baselineAlways
  }

  /// Returns the size per group that detects a proportion moved from `baseline` by `difference`.
  ///
  /// Infinite for a difference of zero.
  public func sizePerGroup(
    baseline: Double, difference: Double, variance: ProportionVariance = .ownOfEachGroup
  ) -> Double {
    let halves = variance.halves(from: baseline, by: difference)
    return sizePerGroup(
      difference: difference, under: halves.without, otherwise: halves.with)
  }

  /// Returns the power to detect a proportion moved by `difference`, with `size` trials per group.
  public func power(
    baseline: Double, difference: Double, sizePerGroup size: Double,
    variance: ProportionVariance = .ownOfEachGroup
  ) -> Double {
    let halves = variance.halves(from: baseline, by: difference)
    return power(
      difference: difference, under: halves.without, otherwise: halves.with, sizePerGroup: size)
  }

  /// Returns the least rise above `baseline` that is detected with the required power.
  ///
  /// `nil` where even a rise to 1 is not.
  public func detectableRise(
    baseline: Double, sizePerGroup size: Double, variance: ProportionVariance = .ownOfEachGroup
  ) -> Double? {
    func isSeen(_ rise: Double) -> Bool {
      sizePerGroup(baseline: baseline, difference: rise, variance: variance) <= size
    }
    guard isSeen(1 - baseline) else { return nil }
    var (low, high) = (0.0, 1 - baseline)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if isSeen(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension PowerAnalysis.ProportionVariance {
  /// Half the variance of the difference of two trials, one of each group, without and with an
  /// effect.
  fileprivate func halves(
    from baseline: Double, by difference: Double
  ) -> (without: Double, with: Double) {
    let moved = baseline + difference
    precondition(
      baseline > 0 && baseline < 1 && moved >= 0 && moved <= 1,
      "proportions lie between 0 and 1, not at \(baseline) and \(moved)")
    let ours = baseline * (1 - baseline)
    let own = (ours + moved * (1 - moved)) / 2
    switch self {
    case .baselineWithoutEffect: return (ours, own)
    case .ownOfEachGroup: return (own, own)
    case .baselineAlways: return (ours, ours)
    }
  }
}
