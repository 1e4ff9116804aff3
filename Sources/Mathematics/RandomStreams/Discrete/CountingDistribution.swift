extension CumulativeDistribution<Int> {
  /// Returns the least value from `lowest` up to `highest` whose cumulative probability reaches
  /// `probability`, in a number of steps that grows with the logarithm of the answer.
  func leastValue(reaching probability: Double, from lowest: Int, to highest: Int = .max) -> Int {
    guard cumulative(lowest) < probability else { return lowest }
    // What is beyond every sum, a probability of 1, is beyond the greatest likely value too.
    let target = Swift.min(probability, 1 - 0x1p-53)
    var low = lowest
    var step = 1
    while highest - low > step, cumulative(low + step) < target {
      low += step
      step = Swift.min(step * 2, 1 << 60)
    }
    var high = highest - low > step ? low + step : highest
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if cumulative(middle) < target { low = middle } else { high = middle }
    }
    return high
  }
}
