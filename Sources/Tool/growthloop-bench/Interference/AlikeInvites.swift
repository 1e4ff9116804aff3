public import RandomStreams
public import Statistics

/// Invites that convert alike because one member sent them.
public struct AlikeInvites: Sendable, Hashable {
  /// How members share during the experiment.
  public let shares: SendingHabits
  /// The number of recipients of a share.
  public let recipients: Int
  /// The correlation of two invites of one sender.
  public let correlation: Double

  /// Creates invites with a correlation between 0 and 1.
  public init(shares: SendingHabits, recipients: Int, correlation: Double) {
    precondition(recipients >= 1, "\(recipients) recipients of a share")
    precondition(
      correlation > 0 && correlation < 1, "a correlation between 0 and 1, not \(correlation)")
    self.shares = shares
    self.recipients = recipients
    self.correlation = correlation
  }

  /// The factor on the variance of independent invites: 1 + ρ (r (1 + M (1 + 1/k)) − 1).
  public var designEffect: DesignEffect {
    // A gamma-Poisson number has E(N²) / E(N) = 1 + M (1 + 1/k).
    let weighted = 1 + shares.mean * (1 + 1 / shares.shape)
    return DesignEffect(
      meanClusterSize: Double(recipients) * weighted, intraclassCorrelation: correlation)
  }

  /// Returns the proportion of invites that count, 1 / design effect, among simulated senders whose
  /// own rates have a beta distribution; `nil` for fewer than two worlds.
  ///
  /// That proportion, not the factor itself: heavy senders make the factor slow to measure.
  public func simulatedShareThatCounts(
    conversion: Double = 0.4, worlds: Int, stream: RandomStream
  ) -> SimulatedValue? {
    let habits = Gamma.certain(try Gamma(shape: shares.shape, scale: shares.mean / shares.shape))
    let whole = 1 / correlation - 1
    let rates = Beta.certain(try Beta(alpha: conversion * whole, beta: (1 - conversion) * whole))
    var sample = RatioSample()
    for world in 0..<worlds {
      var draw = stream[UInt64(world)]
      var (independent, observed) = (0.0, 0.0)
      for _ in 0..<20_000 {
        let rate = habits.sample(using: &draw)
        let count =
          recipients * Poisson.certain(try Poisson(mean: rate)).sample(using: &draw)
        guard count > 0 else { continue }
        let chance = rates.sample(using: &draw)
        let converted = (0..<count).count { _ in draw.uniform() < chance }
        let distance = Double(converted) - conversion * Double(count)
        observed += distance * distance
        independent += conversion * (1 - conversion) * Double(count)
      }
      sample.record(numerator: independent, denominator: observed)
    }
    return SimulatedValue(sample)
  }
}
