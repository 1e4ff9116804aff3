extension LookPlan {
  /// Returns the probability that some look ends it, for an effect with this mean statistic at the
  /// last look; either sign counts where the plan has two sides.
  ///
  /// The drift of a fixed test with a power of 80% is 2.8016.
  public func power(drift: Double) -> Double {
    let all = information.last ?? 1
    var walk = BoundaryCrossing(isOneSided: isOneSided)
    var power = 0.0
    for (information, bound) in zip(information, bounds) where bound.isFinite {
      let chances = walk.chances(ofCrossing: bound, at: information / all, drift: drift)
      power += chances.above + chances.below
      walk.pass(bound, at: information / all)
    }
    return power
  }
}
