internal import RandomStreams

/// The mean of positive numbers that may be skewed, such as times.
///
/// Its interval reaches farther above than below.
public struct SkewedMean: Sendable, Hashable {
  /// The moments of all numbers, those that are not positive included.
  public private(set) var values = RunningMoments()
  /// The logarithms of the values; NaN once a value is not positive.
  private var logs = RunningMoments()

  /// Creates a mean without numbers.
  public init() {}

  /// Creates the mean of the given numbers.
  public init(_ values: some Sequence<Double>) {
    for value in values { record(value) }
  }

  /// Adds one more number.
  public mutating func record(_ value: Double) {
    values.record(value)
    logs.record(value > 0 ? Double.log(value) : .nan)
  }

  /// Returns the mean with Cox's interval of a log-normal mean (Zhou and Gao, 1997).
  ///
  /// It uses Student's quantile (Olsson, 2005), and is widened where necessary to contain the mean
  /// of the numbers. Where the numbers hardly vary that is Student's interval, which also applies
  /// where some are not positive. `nil` before the second number.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    preconditionConfidence(confidence)
    guard let plain = values.meanEstimate(confidence: confidence) else { return nil }
    guard let variance = logs.variance, let centre = logs.mean, variance.isFinite else {
      return plain
    }
    let count = Double(values.count)
    let error = (variance / count + variance * variance / (2 * (count - 1))).squareRoot()
    let t = StudentT(degreesOfFreedom: count - 1).criticalValue(confidence: confidence)
    let mean = Double.exp(centre + variance / 2)
    return Estimate(
      plain.value, from: min(mean, plain.value) * Double.exp(-t * error),
      to: max(mean, plain.value) * Double.exp(t * error), confidence: confidence)
  }
}
