public import Vocabulary

/// How long people take, in whole seconds.
public enum Delay: Hashable, Sendable {
  case fixed(Interval)
  case exponential(mean: Interval)
  /// Log-normal: half are done by the median; sigma is the spread of the logarithm.
  case logNormal(median: Interval, sigma: Double)
}
