public import RandomStreams
internal import Statistics

/// Members who send at rates of their own: a gamma-Poisson number of sends.
public struct SendingHabits: Sendable, Hashable {
  /// The mean number of sends of a member in a month.
  public let mean: Double
  /// The shape of the gamma distribution of rates; a small one sets few heavy senders apart.
  public let shape: Double

  /// Creates habits with positive mean and shape.
  public init(mean: Double, shape: Double = 0.35) {
    precondition(mean > 0 && shape > 0, "a mean of \(mean) with a shape of \(shape)")
    self.mean = mean
    self.shape = shape
  }

  /// The variance of a month's sends: m + m²/k.
  public var variance: Double { mean + mean * mean / shape }

  /// Returns the proportion of the variance that earlier sends explain: the squared correlation of
  /// the sends of so many months before and during an experiment (CUPED).
  public func explained(monthsBefore: Double, monthsDuring: Double) -> Double {
    1 / ((1 + shape / (monthsBefore * mean)) * (1 + shape / (monthsDuring * mean)))
  }

  /// Returns the squared correlation among simulated members, so many in each world; `nil`
  /// for fewer than two worlds.
  public func simulatedExplained(
    monthsBefore: Double, monthsDuring: Double, worlds: Int, members: Int = 200_000,
    stream: RandomStream
  ) -> SimulatedValue? {
    let rates = Gamma.certain(try Gamma(shape: shape, scale: mean / shape))
    var moments = RunningMoments()
    for world in 0..<worlds {
      var draw = stream[UInt64(world)]
      var pairs = ControlVariate()
      for _ in 0..<members {
        let rate = rates.sample(using: &draw)
        func sends(_ months: Double) -> Double {
          Double(Poisson.certain(try Poisson(mean: rate * months)).sample(using: &draw))
        }
        let before = sends(monthsBefore)
        pairs.record(sends(monthsDuring), control: before)
      }
      if let remaining = pairs.remainingVariance { moments.record(1 - remaining) }
    }
    return SimulatedValue(moments)
  }
}
