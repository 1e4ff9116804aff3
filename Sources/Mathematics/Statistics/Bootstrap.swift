public import RandomStreams

/// Bootstrap intervals of any statistic, from resamples of a sample.
///
/// The same generator state gives the same interval. Source: Efron and Tibshirani (1993).
public struct Bootstrap: Sendable, Hashable {
  /// The derivation of the interval from the resampled statistics.
  public enum Method: Sendable, Hashable {
    /// Their quantiles.
    case percentile
    /// Their quantiles, moved to correct bias and skewness (BCa).
    ///
    /// The statistic is computed n more times.
    case biasCorrected
  }

  /// The number of resamples, for each of which the statistic is computed once (default: 10,000).
  public let resamples: Int
  /// The derivation of the interval, by default with corrected bias and skewness.
  public let method: Method
  /// The coverage of the interval, between 0 and 1 (default: 0.95).
  public let confidence: Double

  /// Creates a bootstrap of at least one resample.
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
  /// `nil` for fewer than two elements, and where a resampled statistic is not finite. The same
  /// holds where all of them lie on one side of the sample's, since the bias is then unknown.
  @inlinable
  public func estimate<Element>(
    from sample: [Element], using generator: inout some RandomNumberGenerator,
    statistic: ([Element]) -> Double
  ) -> Estimate? {
    guard sample.count >= 2 else { return nil }
    var drawn = sample
    var resampled: [Double] = []
    resampled.reserveCapacity(resamples)
    for _ in 0..<resamples {
      for index in drawn.indices {
        drawn[index] = sample[Int(generator.uniform(below: UInt64(sample.count)))]
      }
      resampled.append(statistic(drawn))
    }
    let lacking =
      method == .percentile
      ? []
      : sample.indices.map { index in
        statistic(Array(sample[..<index] + sample[(index + 1)...]))
      }
    return interval(of: statistic(sample), resampled: resampled, lackingOne: lacking)
  }

  /// Returns the interval from the statistics of the resamples and of the leave-one-out samples.
  @usableFromInline
  func interval(of value: Double, resampled: [Double], lackingOne: [Double]) -> Estimate? {
    guard value.isFinite, resampled.allSatisfy(\.isFinite), lackingOne.allSatisfy(\.isFinite)
    else { return nil }
    let sorted = resampled.sorted()
    guard let ends = ends(around: value, sorted: sorted, lackingOne: lackingOne) else { return nil }
    return Estimate(
      value, from: sorted.interpolatedQuantile(ends.low),
      to: sorted.interpolatedQuantile(ends.high), confidence: confidence)
  }

  /// Returns the proportions of the resampled statistics that bound the interval.
  private func ends(
    around value: Double, sorted: [Double], lackingOne: [Double]
  ) -> (low: Double, high: Double)? {
    let tail = (1 - confidence) / 2
    guard method == .biasCorrected, sorted.first != sorted.last else { return (tail, 1 - tail) }
    let below = sorted.count { $0 < value }
    let atMost = sorted.count { $0 <= value }
    let bias = Double.normalQuantile(Double(below + atMost) / Double(2 * sorted.count))
    guard bias.isFinite else { return nil }
    let acceleration = Self.acceleration(lackingOne)
    func share(_ z: Double) -> Double {
      Double.normalCumulative(bias + (bias + z) / (1 - acceleration * (bias + z)))
    }
    let z = Double.normalQuantile(tail)
    return (share(z), share(-z))
  }

  /// Returns the acceleration: the change of the statistic's dispersion with its value.
  private static func acceleration(_ lackingOne: [Double]) -> Double {
    let mean = lackingOne.reduce(0, +) / Double(lackingOne.count)
    var (squares, cubes) = (0.0, 0.0)
    for value in lackingOne {
      let distance = mean - value
      squares += distance * distance
      cubes += distance * distance * distance
    }
    return squares == 0 ? 0 : cubes / (6 * squares * squares.squareRoot())
  }
}
