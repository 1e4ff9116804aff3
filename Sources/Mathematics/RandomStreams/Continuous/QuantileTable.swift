/// A lookup table of a distribution's quantiles.
///
/// It interpolates linearly between a thousand of them: of a log-normal distribution with a sigma
/// of up to 2 no value is off by more than one in ten thousand. The sixteenth at either end, where
/// no line would do, is computed.
@frozen
public struct QuantileTable: Sendable {
  @usableFromInline static var end: Double { 0x1p-4 }
  @usableFromInline static var cells: Int { 1_024 }
  /// The cells for each unit of probability.
  @usableFromInline static var perUnit: Double { Double(cells) / (1 - 2 * end) }

  @usableFromInline let values: [Double]

  /// Computes the table by 1,025 calls of `quantile`, for probabilities from 1/16 to 15/16.
  public init(_ quantile: (Double) -> Double) {
    values = (0...Self.cells).map { quantile(Self.end + Double($0) / Self.perUnit) }
  }

  /// Returns the quantile of `probability`, above 0 and below 1; near either, that of `compute`.
  @inlinable @inline(__always)
  public func quantile(_ probability: Double, else compute: (Double) -> Double) -> Double {
    let place = (probability - Self.end) * Self.perUnit
    guard place >= 0, place < Double(Self.cells) else { return compute(probability) }
    let cell = Int(place)
    let left = values[cell]
    return left + (values[cell + 1] - left) * (place - Double(cell))
  }
}
