public import Statistics

/// A mean or a ratio over independent worlds, with its standard error.
public struct SimulatedValue: Sendable, Hashable {
  /// The mean, or the ratio of sums.
  public let value: Double
  /// The standard error, from the differences between the worlds.
  public let standardError: Double

  /// Creates the mean of numbers, one of each world; `nil` before the second.
  public init?(_ moments: RunningMoments) {
    guard let mean = moments.mean, let error = moments.standardError else { return nil }
    (value, standardError) = (mean, error)
  }

  /// Creates the ratio of sums over worlds plus `shift`; `nil` before the second.
  ///
  /// Its bias falls with the number of worlds; that of a mean of ratios would not.
  public init?(_ sample: RatioSample, shiftedBy shift: Double = 0) {
    guard let summary = sample.summary else { return nil }
    value = summary.mean + shift
    standardError = (summary.variance / Double(summary.count)).squareRoot()
  }
}
