public import Statistics

extension Metric {
  /// How many times more its events vary than independent ones, as measured where they are few.
  ///
  /// An interval rests on it where a run has too few events to measure it itself.
  public var storedDesignEffect: Double {
    DesignEffects.measured[key]
      ?? (style == .share ? DesignEffects.ofOtherShares : DesignEffects.ofOtherCounts)
  }
}

extension EventMoments {
  /// The mean of a count that no metric holds, such as how often a rule decided, with its interval.
  public func countEstimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherCounts, isShare: false)
  }

  /// The mean of a share that no metric holds, with its interval.
  public func shareEstimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherShares, isShare: true)
  }

  /// The mean of a count of one day, with a band as wide as its spread, and never narrower than that of
  /// independent events.
  public func dayEstimate() -> Estimate? { estimate(storedEffect: 1, isShare: false) }
}

extension EventDifference {
  /// The difference in how often something happened in a replication, with its interval.
  public func estimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherCounts, isShare: false)
  }
}
