public import RandomStreams
internal import Statistics

/// An effect that begins as a novelty and fades to its lasting size.
public struct FadingEffect: Sendable, Hashable {
  /// The relative effect on the first day.
  public let first: Double
  /// The relative effect in the long run.
  public let lasting: Double
  /// The mean life of the difference between them, in days.
  public let days: Double

  /// Creates an effect that fades over a positive number of days.
  public init(first: Double, lasting: Double, days: Double) {
    precondition(days > 0, "an effect fades over some days, not \(days)")
    self.first = first
    self.lasting = lasting
    self.days = days
  }

  /// Returns the effect at a time since exposure.
  public func effect(after time: Double) -> Double {
    lasting + (first - lasting) * Double.exp(-time / days)
  }

  /// Returns the mean effect over the first days: δ∞ + (δ₀ − δ∞)(θ/T)(1 − e^(−T/θ)).
  public func mean(over time: Double) -> Double {
    lasting - (first - lasting) * days / time * Double.expMinusOne(-time / days)
  }

  /// Returns the relative difference of sends over the first days, in worlds of 2,000 sends in
  /// control; `nil` for fewer than two worlds.
  public func simulatedMean(
    over time: Double, worlds: Int, stream: RandomStream
  ) -> SimulatedValue? {
    let sends = 2_000.0
    let most = 1 + max(first, lasting)
    let (control, candidates) = (
      Poisson.certain(try Poisson(mean: sends)), Poisson.certain(try Poisson(mean: sends * most))
    )
    var sample = RatioSample()
    for world in 0..<worlds {
      var draw = stream[UInt64(world)]
      // A process of varying rate, thinned from the highest.
      let treated = (0..<candidates.sample(using: &draw)).count { _ in
        let moment = draw.uniform() * time
        return draw.uniform() * most < 1 + effect(after: moment)
      }
      sample.record(
        numerator: Double(treated), denominator: Double(control.sample(using: &draw)))
    }
    return SimulatedValue(sample, shiftedBy: -1)
  }
}
