internal import RealFunctions

/// Intervals of any statistic, from samples drawn anew out of the one at hand.
///
/// The same generator state gives the same interval. Source: Efron and Tibshirani (1993).
public struct Bootstrap: Sendable, Hashable {
  /// How the interval is read off the resampled statistics.
  public enum Method: Sendable, Hashable {
    /// Their quantiles.
    case percentile
    /// Their quantiles, moved to correct bias and skewness (BCa); the statistic is asked n more
    /// times.
    case biasCorrected
  }

  public let resamples: Int
  public let method: Method
  public let confidence: Double

  public init(
    resamples: Int = 10_000, method: Method = .biasCorrected, confidence: Double = 0.95
  ) {
    preconditionConfidence(confidence)
    precondition(resamples >= 1, "an interval needs resamples, not \(resamples)")
    self.resamples = resamples
    self.method = method
    self.confidence = confidence
  }

  /// Returns a statistic of `sample` with its interval.
  ///
  /// `nil` for fewer than two elements, where a resampled statistic is not finite, and where all of
  /// them lie on one side of the sample's (then the bias cannot be told). Each resample takes n
  /// numbers of 64 bits.
  public func estimate<Element>(
    from sample: [Element], using generator: inout some RandomNumberGenerator,
    statistic: ([Element]) -> Double
  ) -> Estimate? {
    guard sample.count >= 2 else { return nil }
    let value = statistic(sample)
    var drawn = sample
    var resampled: [Double] = []
    resampled.reserveCapacity(resamples)
    for _ in 0..<resamples {
      for index in drawn.indices {
        // The high half of a product is a fair index but for a share of 2⁻⁶⁴ · n, with one draw
        // each.
        let index64 = generator.next().multipliedFullWidth(by: UInt64(sample.count)).high
        drawn[index] = sample[Int(index64)]
      }
      resampled.append(statistic(drawn))
    }
    guard value.isFinite, resampled.allSatisfy(\.isFinite) else { return nil }
    resampled.sort()
    guard let ends = ends(of: sample, value: value, resampled: resampled, statistic: statistic)
    else { return nil }
    return Estimate(
      value, from: resampled.interpolatedQuantile(ends.low),
      to: resampled.interpolatedQuantile(ends.high), confidence: confidence)
  }

  /// The shares of the resampled statistics that bound the interval.
  private func ends<Element>(
    of sample: [Element], value: Double, resampled: [Double], statistic: ([Element]) -> Double
  ) -> (low: Double, high: Double)? {
    let tail = (1 - confidence) / 2
    guard method == .biasCorrected, resampled.first != resampled.last else {
      return (tail, 1 - tail)
    }
    let below = resampled.count { $0 < value }
    let atMost = resampled.count { $0 <= value }
    let bias = Double.normalQuantile(Double(below + atMost) / Double(2 * resampled.count))
    guard bias.isFinite, let acceleration = acceleration(of: sample, statistic: statistic) else {
      return nil
    }
    let z = Double.normalQuantile(tail)
    let low = bias + (bias + z) / (1 - acceleration * (bias + z))
    let high = bias + (bias - z) / (1 - acceleration * (bias - z))
    return (Double.normalCumulative(low), Double.normalCumulative(high))
  }

  /// How the statistic's spread changes with its value, from leaving out one element at a time.
  private func acceleration<Element>(
    of sample: [Element], statistic: ([Element]) -> Double
  ) -> Double? {
    let without = sample.indices.map { index in
      var rest = sample
      rest.remove(at: index)
      return statistic(rest)
    }
    let mean = without.reduce(0, +) / Double(without.count)
    var (squares, cubes) = (0.0, 0.0)
    for value in without {
      let distance = mean - value
      squares += distance * distance
      cubes += distance * distance * distance
    }
    guard squares.isFinite, cubes.isFinite else { return nil }
    return squares == 0 ? 0 : cubes / (6 * squares * squares.squareRoot())
  }
}
