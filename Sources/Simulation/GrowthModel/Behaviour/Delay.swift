public import Vocabulary

/// How long people take.
public enum Delay: Hashable, Sendable {
  case fixed(Interval)
  case exponential(mean: Interval)
  /// Half are done by the median; sigma is the spread of the logarithm.
  case logNormal(median: Interval, sigma: Double)
}
