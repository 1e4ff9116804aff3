public import Statistics

extension Metric {
  /// The factor by which its events vary more than independent ones, as it was measured; `nil` where
  /// it never was.
  ///
  /// An interval uses it where a run has too few events to measure it itself, and there is none
  /// without it: what another metric's events do says nothing of these.
  public var designEffect: Double? {
    // Whole steps, such as a median, are one number a replication, and replications are independent.
    DesignEffects.measured[countedAs] ?? (dispersion == .steps && !countsEvents ? 1 : nil)
  }
}

extension EventMoments {
  /// Returns the mean, with its interval, of a count outside of all metrics, such as a rule's
  /// decisions.
  public func countEstimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherCounts, isShare: false)
  }

  /// Returns the mean, with its interval, of a proportion outside of all metrics.
  public func shareEstimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherShares, isShare: true)
  }

  /// Returns the mean of a count of one day, with a band as wide as its spread.
  ///
  /// The band is never narrower than that of independent events.
  public func dayEstimate() -> Estimate? { estimate(storedEffect: 1, isShare: false) }
}

extension EventDifference {
  /// Returns the difference in the number of occurrences per replication, with its interval.
  public func estimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherCounts, isShare: false)
  }
}
