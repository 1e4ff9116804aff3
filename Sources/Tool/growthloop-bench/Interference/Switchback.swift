public import RandomStreams
internal import Statistics

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

extension Switchback {
  /// The delay from tap to first launch of the baseline: a median of 9.5 hours.
  static let installDelay = Delay.logNormal(median: 9.5 / 24, sigma: 1.634)

  /// Four periods: an exponential delay of a day in both orders, and a log-normal one.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [1.0, 3, 7, 14].enumerated().flatMap { place, period in
      let exponential = Switchback(period: period, delay: .exponential(mean: 1))
      let logNormal = Switchback(period: period, delay: installDelay)
      return exponential.checks(scale, "exponential", .coin, place * 3)
        + exponential.checks(scale, "exponential", .alternating, place * 3 + 1)
        + logNormal.checks(scale, "log-normal", .coin, place * 3 + 2)
    }
  }

  private func checks(
    _ scale: CheckScale, _ name: String, _ order: Order, _ place: Int
  ) -> [ClosedFormCheck] {
    let found = simulated(order, runs: scale.worlds(1_600), stream: scale.stream(place))
    let title = "\(name), \(order == .coin ? "coin" : "ABAB"), L \(period)"
    return scale.check("\(title): by joining", remainingEffect(order), found?.byJoin)
      + scale.check("\(title): by sending", 1, found?.bySend)
  }
}

extension Switchback {
  /// The sends of a period in control; treatment doubles them.
  private static let sends = 10.0

  /// Returns the effect in proportion to its truth, by the time of joining and by that of sending.
  ///
  /// A run has `periods` that count, after a time in which the delayed joins reach their level.
  /// `nil` for fewer than two runs.
  public func simulated(
    _ order: Order, runs: Int, periods: Int = 400, stream: RandomStream
  ) -> (byJoin: SimulatedValue, bySend: SimulatedValue)? {
    var (byJoin, bySend) = (RunningMoments(), RunningMoments())
    for run in 0..<runs {
      var draw = stream[UInt64(run)]
      let warmUp = Int((60 / period).rounded(.up))
      let arms = arms(order, count: warmUp + periods, &draw)
      let counts = counts(of: arms, &draw)
      func effect(_ counts: [Int]) -> Double {
        var sums = [0.0, 0]
        var sizes = [0.0, 0]
        for (arm, count) in zip(arms, counts).dropFirst(warmUp) {
          sums[arm] += Double(count)
          sizes[arm] += 1
        }
        return (sums[1] / sizes[1] - sums[0] / sizes[0]) / Self.sends
      }
      byJoin.record(effect(counts.joins))
      bySend.record(effect(counts.sends))
    }
    guard let byJoin = SimulatedValue(byJoin), let bySend = SimulatedValue(bySend) else {
      return nil
    }
    return (byJoin, bySend)
  }

  private func arms(_ order: Order, count: Int, _ draw: inout Draw) -> [Int] {
    switch order {
    case .coin: (0..<count).map { _ in draw.uniform() < 0.5 ? 1 : 0 }
    case .alternating: (0..<count).map { $0 & 1 }
    }
  }

  /// The sends and joins of each period; joins after the last are not seen.
  private func counts(
    of arms: [Int], _ draw: inout Draw
  ) -> (sends: [Int], joins: [Int]) {
    let numbers = [
      Poisson.certain(try Poisson(mean: Self.sends)),
      Poisson.certain(try Poisson(mean: 2 * Self.sends)),
    ]
    var joins = [Int](repeating: 0, count: arms.count)
    let sends = arms.enumerated().map { place, arm in
      let count = numbers[arm].sample(using: &draw)
      for _ in 0..<count {
        let moment = Double(place) + draw.uniform() + wait(&draw) / period
        if moment < Double(arms.count) { joins[Int(moment)] += 1 }
      }
      return count
    }
    return (sends, joins)
  }

  private func wait(_ draw: inout Draw) -> Double {
    switch delay {
    case .exponential(let mean):
      Exponential.certain(try Exponential(mean: mean)).sample(using: &draw)
    case .logNormal(let median, let sigma):
      LogNormal.certain(try LogNormal(median: median, sigma: sigma)).sample(using: &draw)
    }
  }
}
