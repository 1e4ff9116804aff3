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
