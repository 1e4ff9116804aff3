/// A value with the interval that holds the truth with a stated confidence.
public struct Estimate: Sendable, Hashable {
  public let value: Double
  public let low: Double
  public let high: Double
  /// How often such an interval holds the truth, from 0 to 1.
  public let confidence: Double

  public init(_ value: Double, from low: Double, to high: Double, confidence: Double) {
    self.value = value
    self.low = low
    self.high = high
    self.confidence = confidence
  }

  public init(_ value: Double, plusOrMinus halfWidth: Double, confidence: Double) {
    self.init(value, from: value - halfWidth, to: value + halfWidth, confidence: confidence)
  }

  /// Half of the interval's width.
  public var halfWidth: Double { (high - low) / 2 }

  /// Half of the interval's width as a share of the value; infinite where the value is zero.
  public var relativeHalfWidth: Double {
    value == 0 ? .infinity : halfWidth / value.magnitude
  }

  /// Whether the interval holds `truth`.
  public func contains(_ truth: Double) -> Bool { low <= truth && truth <= high }

  /// Returns the estimate on another scale, which must never fall where this one rises.
  ///
  /// A shift of logarithms becomes a ratio by `mapped(increasing: Double.exp)`.
  public func mapped(increasing transform: (Double) -> Double) -> Estimate {
    Estimate(transform(value), from: transform(low), to: transform(high), confidence: confidence)
  }
}
