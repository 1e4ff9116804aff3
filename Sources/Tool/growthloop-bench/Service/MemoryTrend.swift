import Statistics

/// The growth of a figure: the line of least squares through its samples.
public struct MemoryTrend: Encodable, Sendable {
  /// The growth per unit of time.
  public let slope: Double
  /// Half of the 95% interval of the slope.
  public let halfWidth: Double

  /// Fits the line; `nil` for fewer than three samples.
  ///
  /// Samples that are close in time are correlated: average them over stretches first.
  init?(_ samples: [(time: Double, value: Double)]) {
    guard samples.count > 2 else { return nil }
    let count = Double(samples.count)
    let time = samples.reduce(0) { $0 + $1.time } / count
    let value = samples.reduce(0) { $0 + $1.value } / count
    let spread = samples.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    let slope = samples.reduce(0) { $0 + ($1.time - time) * ($1.value - value) } / spread
    let rest = samples.reduce(0) { sum, sample in
      let error = sample.value - value - slope * (sample.time - time)
      return sum + error * error
    }
    let t = StudentT(degreesOfFreedom: count - 2).criticalValue(confidence: 0.95)
    self.slope = slope
    halfWidth = t * (rest / (count - 2) / spread).squareRoot()
  }
}
