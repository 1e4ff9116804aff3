internal import RandomStreams

/// Count, mean, variance, skewness, kurtosis and range of numbers that come one at a time.
///
/// The numbers themselves are not stored. Two of these merge into the moments of all numbers. A
/// number that is not finite makes every result but the count NaN: it is never skipped. Source:
/// Welford (1962), Pébay (2008).
@frozen
public struct RunningMoments: Sendable, Hashable {
  @usableFromInline var taken = 0
  @usableFromInline var center = 0.0
  /// Sums of the second, third and fourth powers of the distances from the mean.
  @usableFromInline var squares = 0.0
  @usableFromInline var cubes = 0.0
  @usableFromInline var fourths = 0.0
  @usableFromInline var least = Double.infinity
  @usableFromInline var greatest = -Double.infinity

  /// Creates moments without numbers.
  @inlinable
  public init() {}

  /// Creates the moments of the given numbers, in one pass.
  @inlinable
  public init(_ values: some Sequence<Double>) {
    for value in values { record(value) }
  }

  /// Adds one more number.
  @inlinable
  public mutating func record(_ value: Double) {
    let before = Double(taken)
    taken += 1
    let after = Double(taken)
    let distance = value - center
    let step = distance / after
    let stepSquare = step * step
    let spread = distance * step * before
    center += step
    fourths +=
      spread * stepSquare * (after * after - 3 * after + 3) + 6 * stepSquare * squares
      - 4 * step * cubes
    cubes += spread * step * (after - 2) - 3 * step * squares
    squares += spread
    least = value < least ? value : least
    greatest = value > greatest ? value : greatest
    if !value.isFinite { (center, squares) = (.nan, .nan) }
  }

  /// The number of numbers added.
  @inlinable
  public var count: Int { taken }

  /// The mean; `nil` before the first number.
  @inlinable
  public var mean: Double? { count > 0 ? center : nil }

  /// The unbiased variance; `nil` before the second number.
  @inlinable
  public var variance: Double? { count > 1 ? squares / Double(count - 1) : nil }

  /// The square root of the unbiased variance; `nil` before the second number.
  @inlinable
  public var standardDeviation: Double? { variance?.squareRoot() }

  /// The least number; `nil` before the first.
  @inlinable
  public var minimum: Double? { count > 0 ? (center.isNaN ? .nan : least) : nil }

  /// The greatest number; `nil` before the first.
  @inlinable
  public var maximum: Double? { count > 0 ? (center.isNaN ? .nan : greatest) : nil }
}

extension RunningMoments {
  /// The standard error of the mean; `nil` before the second number.
  public var standardError: Double? { variance.map { ($0 / Double(count)).squareRoot() } }

  /// Returns the mean with its Student-t interval, for independent and roughly normal numbers.
  ///
  /// `nil` before the second number, and when one of them was not finite. Equal numbers give an
  /// interval of no width.
  public func meanEstimate(confidence: Double = 0.95) -> Estimate? {
    preconditionConfidence(confidence)
    guard let mean, let standardError, standardError.isFinite else { return nil }
    let t = StudentT(degreesOfFreedom: Double(count - 1)).criticalValue(confidence: confidence)
    return Estimate(mean, plusOrMinus: t * standardError, confidence: confidence)
  }
}

extension RunningMoments {
  /// The third standardized moment of the numbers themselves (biased, as in `scipy.stats.skew`).
  ///
  /// `nil` before the second number, and where all are equal.
  public var skewness: Double? {
    guard count > 1, squares != 0 else { return nil }
    return Double(count).squareRoot() * cubes / (squares * squares.squareRoot())
  }

  /// The fourth standardized moment less 3, which a normal distribution has (biased).
  ///
  /// `nil` before the second number, and where all are equal.
  public var excessKurtosis: Double? {
    guard count > 1, squares != 0 else { return nil }
    return Double(count) * fourths / (squares * squares) - 3
  }

  /// Adds all numbers of `other`.
  public mutating func merge(_ other: RunningMoments) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let (ours, theirs) = (Double(count), Double(other.count))
    let all = ours + theirs
    let distance = other.center - center
    let step = distance / all
    let product = ours * theirs
    fourths +=
      other.fourths
      + product * (ours * ours - product + theirs * theirs) * distance * step * step * step
      + 6 * step * step * (ours * ours * other.squares + theirs * theirs * squares)
      + 4 * step * (ours * other.cubes - theirs * cubes)
    cubes +=
      other.cubes + product * (ours - theirs) * distance * step * step
      + 3 * step * (ours * other.squares - theirs * squares)
    squares += other.squares + product * distance * step
    center += theirs * step
    taken += other.taken
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }
}

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
