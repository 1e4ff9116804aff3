internal import RandomStreams

/// Periods that switch between two arms for all members at once, with joins that come later.
///
/// Counted by the time of joining, a part of each period's joins belongs to the arm of an earlier
/// one. Counted by the time of sending, none does once cohorts are mature.
public struct Switchback: Sendable, Hashable {
  /// The order of the arms.
  public enum Order: Sendable, Hashable {
    /// A fair coin for each period.
    case coin
    /// Strictly one and the other.
    case alternating
  }

  /// The time from a sent invite to its join, in the unit of the periods.
  public enum Delay: Sendable, Hashable {
    /// With this mean.
    case exponential(mean: Double)
    /// With this median, and this standard deviation of the logarithm.
    case logNormal(median: Double, sigma: Double)
  }

  /// The length of a period.
  public let period: Double
  /// The time from sending to joining.
  public let delay: Delay

  /// Creates periods of positive length.
  public init(period: Double, delay: Delay) {
    precondition(period > 0, "a period is positive, not \(period)")
    self.period = period
    self.delay = delay
  }

  /// The proportion of joins that come in the period of their sending: (1/L) ∫₀ᴸ F.
  ///
  /// Of all joins that a period causes, the rest comes after it, also after a kill switch.
  public var inOwnPeriod: Double {
    switch delay {
    case .exponential(let mean):
      return 1 + mean / period * Double.expMinusOne(-period / mean)
    case .logNormal(let median, let sigma):
      // L F(L) less the mean of the delays below L.
      let place = (Double.log(period) - Double.log(median)) / sigma
      let mean = median * Double.exp(sigma * sigma / 2)
      return Double.normalCumulative(place)
        - mean / period * Double.normalCumulative(place - sigma)
    }
  }

  /// Returns the proportion of the effect that is left when joins are counted by their own time.
  ///
  /// `nil` for a log-normal delay in alternating periods, which has no closed form.
  public func remainingEffect(_ order: Order) -> Double? {
    switch (order, delay) {
    case (.coin, _): return inOwnPeriod
    case (.alternating, .exponential(let mean)):
      // 1 − (2θ/L) tanh(L/2θ)
      let decay = Double.exp(-period / mean)
      return 1 - 2 * mean / period * (1 - decay) / (1 + decay)
    case (.alternating, .logNormal): return nil
    }
  }
}
