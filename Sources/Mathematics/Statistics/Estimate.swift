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

  /// Half of the interval's width.
  public var halfWidth: Double { (high - low) / 2 }

  /// Whether the interval holds `truth`.
  public func contains(_ truth: Double) -> Bool { low <= truth && truth <= high }
}
