internal import RandomStreams

/// A number of successes in trials, with the interval of their probability.
public struct Proportion: Sendable, Hashable {
  /// The number of successes, from 0 to the number of trials.
  public let successes: Int
  /// The number of trials, at least 0.
  public let trials: Int

  /// Creates the proportion of `successes`, at least 0 and at most `trials`.
  public init(_ successes: Int, of trials: Int) {
    precondition(
      successes >= 0 && successes <= trials, "\(successes) successes do not fit \(trials) trials")
    self.successes = successes
    self.trials = trials
  }

  /// The proportion of successes, from 0 to 1; `nil` without a trial.
  public var share: Double? { trials > 0 ? Double(successes) / Double(trials) : nil }

  /// Returns the proportion with Wilson's interval, which stays within 0 and 1; `nil` without a
  /// trial.
  ///
  /// Its average coverage is the confidence; with the continuity correction its coverage is almost
  /// always at least that, and it is wider. Source: Wilson (1927); Newcombe (1998a), methods 3 and
  /// 4.
  public func wilson(confidence: Double = 0.95, continuityCorrected: Bool = false) -> Estimate? {
    preconditionConfidence(confidence)
    guard let share else { return nil }
    let z = -Double.normalQuantile((1 - confidence) / 2)
    let count = Double(trials)
    let (centre, scale) = (2 * Double(successes) + z * z, 2 * (count + z * z))
    let spread = z * z + 4 * Double(successes) * (1 - share)
    let low: Double
    let high: Double
    if continuityCorrected {
      let (shift, loss) = (4 * share - 2, 1 / count)
      low = centre - z * max(0, spread - loss + shift).squareRoot() - 1
      high = centre + z * max(0, spread - loss - shift).squareRoot() + 1
    } else {
      low = centre - z * spread.squareRoot()
      high = centre + z * spread.squareRoot()
    }
    return Estimate(
      share, from: successes == 0 ? 0 : max(0, low / scale),
      to: successes == trials ? 1 : min(1, high / scale), confidence: confidence)
  }

  /// Returns the excess of the proportion over that of `other`, with Newcombe's hybrid score
  /// interval.
  ///
  /// It is valid where proportions are near 0 or 1, unlike the textbook's. `nil` where either has
  /// no trial. Source: Newcombe (1998b), method 10.
  public func difference(from other: Proportion, confidence: Double = 0.95) -> Estimate? {
    guard let ours = wilson(confidence: confidence),
      let theirs = other.wilson(confidence: confidence)
    else { return nil }
    func length(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
    let difference = ours.value - theirs.value
    return Estimate(
      difference,
      from: difference - length(ours.value - ours.low, theirs.high - theirs.value),
      to: difference + length(ours.high - ours.value, theirs.value - theirs.low),
      confidence: confidence)
  }
}
