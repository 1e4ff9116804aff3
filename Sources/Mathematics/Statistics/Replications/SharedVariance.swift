internal import RandomStreams

/// How much of the variance of a number two runs with the same inputs have in common.
///
/// Twins differ by chance alone, so their correlation is the share of the inputs.
public struct SharedVariance: Sendable {
  /// The share, with its interval by Fisher's transformation; never below nought.
  public let share: Estimate

  /// Measures pairs of twins, each pair with inputs of its own; `nil` for fewer than four, or
  /// without any variance.
  public init?(_ pairs: [(first: Double, second: Double)], confidence: Double = 0.95) {
    let count = Double(pairs.count)
    guard count >= 4 else { return nil }
    // Both twins have the same law, so they share one mean and one variance.
    let mean = pairs.reduce(0.0) { $0 + $1.first + $1.second } / (2 * count)
    let variance =
      pairs.reduce(0.0) {
        $0 + ($1.first - mean) * ($1.first - mean) + ($1.second - mean) * ($1.second - mean)
      } / 2
    guard variance > 0 else { return nil }
    let together = pairs.reduce(0.0) { $0 + ($1.first - mean) * ($1.second - mean) }
    let correlation = min(max(together / variance, -0.999_999), 0.999_999)
    let reach = -Double.normalQuantile((1 - confidence) / 2) / (count - 3).squareRoot()
    let place = (Double.log(1 + correlation) - Double.log(1 - correlation)) / 2
    func share(_ place: Double) -> Double {
      let odds = Double.exp(2 * place)
      return max(0, (odds - 1) / (odds + 1))
    }
    self.share = Estimate(
      max(0, correlation), from: share(place - reach), to: share(place + reach),
      confidence: confidence)
  }
}
