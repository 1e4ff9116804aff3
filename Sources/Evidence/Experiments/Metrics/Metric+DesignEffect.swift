public import Statistics

extension Metric {
  /// How many times more its events vary than independent ones, as measured where they are few.
  ///
  /// An interval rests on it where a run has too few events to measure it itself.
  public var storedDesignEffect: Double {
    DesignEffects.measured[key] ?? DesignEffects.ofOthers
  }
}

extension EventMoments {
  /// The mean number of times that something happened in a replication, such as on a day or by a rule, with
  /// its interval.
  public func estimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOthers, isShare: false)
  }
}

extension EventMoments {
  /// A share of a whole that no metric holds, with its interval.
  public func shareEstimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOthers, isShare: true)
  }
}

extension EventDifference {
  /// The difference in how often something happened in a replication, with its interval.
  public func estimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOthers, isShare: false)
  }
}
