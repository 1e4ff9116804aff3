extension BetaDistribution {
  /// The posterior of a probability by Jeffreys' prior, after so many successes of all trials.
  ///
  /// Source: Brown, Cai and DasGupta (2001), section 4.1.
  public init(jeffreys proportion: Proportion) {
    let (successes, trials) = (Double(proportion.successes), Double(proportion.trials))
    self.init(successes + 0.5, trials - successes + 0.5)
  }
}
