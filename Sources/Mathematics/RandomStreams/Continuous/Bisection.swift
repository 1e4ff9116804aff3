extension CumulativeDistribution<Double> {
  /// Returns the least number from 0 up to `highest` whose cumulative probability reaches
  /// `probability`, by halving the numbers between, of which there are fewer than 2^63.
  func leastValue(reaching probability: Double, upTo highest: Double) -> Double {
    guard probability > 0 else { return 0 }
    guard probability < 1 else { return probability == 1 ? highest : .nan }
    // Numbers that are not negative are ordered as their bit patterns are.
    var low: UInt64 = 0
    var high = highest.bitPattern
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if cumulative(Double(bitPattern: middle)) < probability {
        low = middle
      } else {
        high = middle
      }
    }
    return Double(bitPattern: high)
  }
}
