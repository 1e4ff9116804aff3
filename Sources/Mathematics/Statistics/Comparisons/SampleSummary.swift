/// The summary of one group for a comparison of means: count, mean, variance.
public struct SampleSummary: Sendable, Hashable {
  /// The number of observations.
  public let count: Int
  /// The mean of the observations; a proportion for yes and no.
  public let mean: Double
  /// The variance of a single observation.
  public let variance: Double

  /// Creates the summary of `count` observations; `variance` is that of one, not of the mean.
  public init(count: Int, mean: Double, variance: Double) {
    self.count = count
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
