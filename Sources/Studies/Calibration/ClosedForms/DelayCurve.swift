import RandomStreams

/// A delay with a log-normal distribution: how much of what will come has come by then.
///
/// The K of a cohort that was observed for w is K times the share within w.
public struct DelayCurve: Sendable, Hashable {
  /// The time within which half comes.
  public let median: Double
  /// The standard deviation of the delay's logarithm.
  public let sigma: Double

  /// Creates the curve of positive parameters, the median in the unit of all times.
  public init(median: Double, sigma: Double) {
    precondition(median > 0 && sigma > 0, "no delay has the median \(median) and sigma \(sigma)")
    self.median = median
    self.sigma = sigma
  }

  /// Returns the share that comes within `time`.
  public func share(within time: Double) -> Double {
    time > 0 ? Double.normalCumulative(Double.log(time / median) / sigma) : 0
  }
}
