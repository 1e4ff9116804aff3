/// A value with the interval that holds the truth with a stated confidence.
public struct Estimate: Sendable, Hashable {
  public let value: Double
  public let low: Double
  public let high: Double
  /// How often such an interval holds the truth, from 0 to 1.
  public let confidence: Double
  /// The evidence behind the interval.
  public let basis: Basis

  /// The evidence behind an interval.
  public enum Basis: Sendable, Hashable {
    /// The spread of numbers.
    case spread
    /// Counted events, and how they spread.
    case events(EventEvidence)
    /// No event, or nothing but events: a bound under a design effect measured elsewhere.
    case bound(EventEvidence)
    /// So many numbers, all equal: the interval has no width and leaves open how rarely others occur.
    case equality(Int)
  }

  public init(
    _ value: Double, from low: Double, to high: Double, confidence: Double, basis: Basis = .spread
  ) {
    self.value = value
    self.low = low
    self.high = high
    self.confidence = confidence
    self.basis = basis
  }

  public init(_ value: Double, plusOrMinus halfWidth: Double, confidence: Double) {
    self.init(value, from: value - halfWidth, to: value + halfWidth, confidence: confidence)
  }

  /// Half of the interval's width.
  public var halfWidth: Double { (high - low) / 2 }

  /// The distance from the value to the farther end: half of the width where the value lies in the
  /// middle.
  public var reach: Double { max(high - value, value - low) }

  /// Half of the interval's width as a share of the value; infinite where the value is zero.
  public var relativeHalfWidth: Double {
    value == 0 ? .infinity : halfWidth / value.magnitude
  }

  /// Whether no event was seen, or nothing but events.
  public var isBound: Bool { if case .bound = basis { true } else { false } }

  /// Whether the interval holds `truth`.
  public func contains(_ truth: Double) -> Bool { low <= truth && truth <= high }

  /// Returns the estimate on another scale, which must never fall where this one rises.
  ///
  /// A shift of logarithms becomes a ratio by `mapped(increasing: Double.exp)`.
  public func mapped(increasing transform: (Double) -> Double) -> Estimate {
    Estimate(
      transform(value), from: transform(low), to: transform(high), confidence: confidence,
      basis: basis)
  }

  /// Returns the same at another confidence: one of several intervals that hold the truth together.
  func stating(confidence: Double) -> Estimate {
    Estimate(value, from: low, to: high, confidence: confidence, basis: basis)
  }

  /// Returns the same so much further up.
  public func shifted(by distance: Double) -> Estimate {
    mapped { $0 + distance }
  }

  /// Returns the part of the interval within `range`, which holds the value.
  public func clamped(to range: ClosedRange<Double>) -> Estimate {
    Estimate(
      value, from: max(low, range.lowerBound), to: min(high, range.upperBound),
      confidence: confidence, basis: basis)
  }
}

/// Events counted over replications, and how many times more they vary than independent events.
public struct EventEvidence: Sendable, Hashable {
  public let events: Double
  /// Trials, or another measure of how much was watched.
  public let exposure: Double
  /// The factor on the variance of independent events that the interval rests on.
  public let designEffect: Double

  public init(events: Double, exposure: Double, designEffect: Double) {
    self.events = events
    self.exposure = exposure
    self.designEffect = designEffect
  }
}

extension Estimate.Basis {
  /// The word for it in files.
  public var name: String {
    switch self {
    case .spread: "spread"
    case .events: "events"
    case .bound: "bound"
    case .equality: "equality"
    }
  }

  /// `nil` where no events are counted.
  public var evidence: EventEvidence? {
    switch self {
    case .events(let evidence), .bound(let evidence): evidence
    case .spread, .equality: nil
    }
  }
}
