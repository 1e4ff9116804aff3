internal import RandomStreams

/// A test as many experiments with the same effect ran it, each with the reach that it claimed.
///
/// An experiment finds what lies beyond its own reach: its critical value, of its own degrees of
/// freedom, times its own standard error. Experiments without an answer find nothing.
public struct RepeatedTest: Sendable {
  /// What one experiment showed.
  public struct Experiment: Sendable, Hashable {
    /// The effect that it showed.
    public let difference: Double
    /// Half of the interval.
    public let reach: Double

    /// Creates an experiment that showed a difference, plus or minus its reach.
    public init(difference: Double, reach: Double) {
      self.difference = difference
      self.reach = reach
    }

    /// Returns the probability that such an experiment finds an effect of this size, in the right
    /// direction, where differences have this standard deviation.
    public func power(of effect: Double, deviation: Double) -> Double {
      Double.normalCumulative((effect - reach) / deviation)
    }
  }

  /// The experiments, without those that gave no answer.
  public let experiments: [Experiment]
  /// The number of all experiments.
  public let count: Int
  /// The standard deviation of the differences.
  public let deviation: Double
  private let mean: Double

  /// Creates the test from experiments; `nil` stands for one without an answer.
  ///
  /// `nil` where fewer than two have one, or all show the same.
  public init?(_ experiments: [Experiment?]) {
    self.experiments = experiments.compactMap(\.self)
    count = experiments.count
    var moments = RunningMoments()
    for experiment in self.experiments { moments.record(experiment.difference) }
    guard let mean = moments.mean, let deviation = moments.standardDeviation, deviation > 0 else {
      return nil
    }
    (self.mean, self.deviation) = (mean, deviation)
  }

  /// Returns the share of experiments that find an effect of this size, in the right direction.
  ///
  /// Reaches are those that were seen; differences spread about the effect like a normal variable.
  public func power(of effect: Double) -> Double {
    experiments.reduce(0) { $0 + $1.power(of: effect, deviation: deviation) }
      / Double(count)
  }

  /// Returns the smallest effect that so many experiments find, with its interval; `nil` where none
  /// is.
  ///
  /// For Student's t it is the effect that the non-central distribution gives.
  public func detectable(power: Double = 0.8, confidence: Double = 0.95) -> Estimate? {
    guard let effect = smallest(power: power) else { return nil }
    // The influence of each experiment: by its reach on the power, and by its distance on the spread.
    let scores = experiments.map { (effect - $0.reach) / deviation }
    let densities = scores.map { Double.exp(-$0 * $0 / 2) / 2.506_628_274_631_000_502 }
    let density = densities.reduce(0, +)
    guard density > 0 else { return nil }
    let pull = zip(densities, scores).reduce(0) { $0 + $1.0 * $1.1 } / density
    let answered = Double(experiments.count)
    let square = zip(experiments, scores).reduce(0) { sum, pair in
      let distance = (pair.0.difference - mean) / deviation
      let own = (power * Double(count) / answered - Double.normalCumulative(pair.1)) * answered
      let influence = own / density + pull * (distance * distance - 1) / 2
      return sum + influence * influence
    }
    let error = deviation * square.squareRoot() / answered
    let t = StudentT(degreesOfFreedom: max(1, answered - 1)).criticalValue(confidence: confidence)
    let factor = Double.exp(t * error / effect)
    return Estimate(effect, from: effect / factor, to: effect * factor, confidence: confidence)
  }

  /// Returns the same without its interval.
  public func smallest(power: Double = 0.8) -> Double? {
    var high = (experiments.map(\.reach).max() ?? 0) + 9 * deviation
    guard self.power(of: high) > power else { return nil }
    var low = 0.0
    while high - low > 1e-9 * high {
      let middle = (low + high) / 2
      if self.power(of: middle) < power { low = middle } else { high = middle }
    }
    return high
  }
}
