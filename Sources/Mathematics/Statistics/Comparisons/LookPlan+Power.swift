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
      let moment = information / all
      power += walk.chance(ofRising: bound, at: moment, drift: drift)
      // It falls below the lower bound as a motion against the drift rises above the upper one.
      if !isOneSided { power += walk.chance(ofRising: bound, at: moment, drift: -drift) }
      walk.pass(bound, at: moment)
    }
    return power
  }
}
