/// The summary of one group for a comparison of means: count, mean, variance.
public struct SampleSummary: Sendable, Hashable {
  /// The number of observations.
  public let count: Int
  /// The mean of the observations; a proportion for yes and no.
  public let mean: Double
  /// The variance of a single observation.
  public let variance: Double
  /// What the observations tell of the variance.
  public let degreesOfFreedom: Double
  /// The rows of which the observations are sums, where they have unlike numbers of them.
  public let rows: Double?

  /// Creates the summary of `count` observations; `variance` is that of one, not of the mean.
  ///
  /// The degrees of freedom are those of observations of one weight, unless given.
  public init(
    count: Int, mean: Double, variance: Double, degreesOfFreedom: Double? = nil, rows: Double? = nil
  ) {
    self.count = count
    self.rows = rows
    self.degreesOfFreedom = degreesOfFreedom ?? Double(count - 1)
    self.mean = mean
    self.variance = variance
  }

  /// `nil` before the second number.
  public init?(_ moments: RunningMoments) {
    guard let mean = moments.mean, let variance = moments.variance else { return nil }
    self.init(count: moments.count, mean: mean, variance: variance)
  }

  /// The variance is that of a single trial, p (1 − p); `nil` without a trial.
  public init?(_ proportion: Proportion) {
    guard let share = proportion.share else { return nil }
    self.init(count: proportion.trials, mean: share, variance: share * (1 - share))
  }
}
