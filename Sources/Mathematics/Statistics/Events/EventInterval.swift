/// Intervals of a probability or a rate from a number of trials that need not be whole.
///
/// `nil` for numbers that no count has.
enum EventInterval {
  /// The limit of events and trials, beyond which a `Double` holds not every whole number.
  private static let most = 0x1p53

  /// Returns Clopper and Pearson's (1934) interval of a proportion among so many trials.
  static func ofShare(
    _ share: Double, trials: Double, confidence: Double
  ) -> (low: Double, high: Double)? {
    guard share >= 0, share <= 1, trials > 0, trials <= most else { return nil }
    let tail = (1 - confidence) / 2
    let (hits, misses) = (share * trials, (1 - share) * trials)
    return (
      hits > 0 ? BetaDistribution(hits, misses + 1).quantile(tail) : 0,
      misses > 0 ? BetaDistribution(hits + 1, misses).quantile(upperTail: tail) : 1
    )
  }

  /// Returns the gamma interval of a rate after so much exposure.
  ///
  /// It is Garwood's (1936) where the count is whole, and Fay and Feuer's (1997) for weighted
  /// counts.
  static func ofRate(
    _ rate: Double, exposure: Double, confidence: Double
  ) -> (low: Double, high: Double)? {
    let tail = (1 - confidence) / 2
    let events = rate * exposure
    guard events >= 0, events <= most, exposure > 0, exposure < .infinity else { return nil }
    func gamma(_ shape: Double) -> ChiSquare { ChiSquare(degreesOfFreedom: 2 * shape) }
    return (
      events > 0 ? gamma(events).quantile(tail) / 2 / exposure : 0,
      gamma(events + 1).quantile(upperTail: tail) / 2 / exposure
    )
  }
}
