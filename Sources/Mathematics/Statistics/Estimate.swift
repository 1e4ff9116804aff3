internal import RandomStreams

/// A value with its confidence interval.
public struct Estimate: Sendable, Hashable {
  /// The estimate itself, in the unit of the numbers behind it.
  public let value: Double
  /// The lower end of the interval, in the unit of the value.
  public let low: Double
  /// The upper end of the interval, in the unit of the value; it may be infinite.
  public let high: Double
  /// The coverage of such an interval, from 0 to 1.
  public let confidence: Double
  /// The evidence behind the interval.
  public let basis: Basis

  /// The evidence behind an interval.
  public enum Basis: Sendable, Hashable {
    /// The dispersion of numbers.
    case spread
    /// Counted events, and their dispersion.
    case events(EventEvidence)
    /// No event, or events in all trials: a bound under a design effect measured elsewhere.
    case bound(EventEvidence)
    /// The count of equal numbers: the width is zero, and the probability of other values is open.
    case equality(Int)
    /// So many draws of what is not known: the interval is where the next one lies, not their mean.
    case draws(Int)
  }

  /// Creates an estimate from both ends of its interval.
  public init(
    _ value: Double, from low: Double, to high: Double, confidence: Double, basis: Basis = .spread
  ) {
    self.value = value
    self.low = low
    self.high = high
    self.confidence = confidence
    self.basis = basis
  }

  /// Creates an estimate with a symmetric interval, on the basis of the dispersion of numbers.
  public init(_ value: Double, plusOrMinus halfWidth: Double, confidence: Double) {
    self.init(value, from: value - halfWidth, to: value + halfWidth, confidence: confidence)
  }

  /// Creates the mean of draws with the interval in which the next draw lies.
  ///
  /// The interval of the mean shrinks with the number of draws, and this one does not. From 39 draws
  /// on, at 95%, it goes between the ranks r and n + 1 − r, whatever their law: the next of n + 1
  /// draws is as likely to have any rank. Fewer have Student's, s√(1 + 1/n) about the mean. `nil`
  /// before the second draw, and when one was not finite.
  public init?(predictionBy draws: [Double], confidence: Double = 0.95) {
    preconditionConfidence(confidence)
    let count = Double(draws.count)
    var moments = RunningMoments()
    for draw in draws { moments.record(draw) }
    guard let mean = moments.mean, let error = moments.standardError, error.isFinite else {
      return nil
    }
    let rank = (1 - confidence) / 2 * (count + 1)
    if rank >= 1 {
      let sorted = draws.sorted()
      // Of the type 7 quantiles the p-th has the rank 1 + p(n − 1).
      let share = (rank - 1) / (count - 1)
      self.init(
        mean, from: min(mean, sorted.interpolatedQuantile(share)),
        to: max(mean, sorted.interpolatedQuantile(1 - share)), confidence: confidence,
        basis: .draws(draws.count))
    } else {
      let t = StudentT(degreesOfFreedom: count - 1).criticalValue(confidence: confidence)
      let reach = t * error * (count + 1).squareRoot()
      self.init(
        mean, from: mean - reach, to: mean + reach, confidence: confidence,
        basis: .draws(draws.count))
    }
  }

  /// The half-width of the interval.
  public var halfWidth: Double { (high - low) / 2 }

  /// The distance from the value to the farther end.
  ///
  /// It is the half-width where the value lies in the middle.
  public var reach: Double { max(high - value, value - low) }

  /// The half-width as a proportion of the value; infinite where the value is zero.
  public var relativeHalfWidth: Double {
    value == 0 ? .infinity : halfWidth / value.magnitude
  }

  /// Whether no event was seen, or events in all trials.
  public var isBound: Bool { if case .bound = basis { true } else { false } }

  /// Whether it is the interval of a single draw, and not of the mean.
  public var isPrediction: Bool { if case .draws = basis { true } else { false } }

  /// Returns the interval that reaches over this one and `other`.
  public func reaching(over other: Estimate?) -> Estimate {
    Estimate(
      value, from: min(low, other?.low ?? low), to: max(high, other?.high ?? high),
      confidence: confidence, basis: basis)
  }

  /// Returns whether the interval contains `truth`.
  public func contains(_ truth: Double) -> Bool { low <= truth && truth <= high }

  /// Returns the number of observations that would probably put the interval on one side of `limit`,
  /// if the value stays the same, where there were `count`; `nil` beyond 50,000.
  public func countToDecide(_ limit: Double, after count: Int) -> Int? {
    guard count > 1 else { return nil }
    // A bound falls in proportion to the number of observations, an interval to its root.
    let times = (limit > value ? high - value : value - low) / (value - limit).magnitude
    let needed = Double(count) * times * (isBound ? 1 : times)
    guard needed.isFinite, needed < 50_000 else { return nil }
    // Random variation shortens the distance as often as it lengthens it.
    return max(2 * count, Int((needed * 2).rounded(.up)))
  }

  /// Returns the estimate on another scale, which must be non-decreasing.
  ///
  /// A shift of logarithms becomes a ratio by `mapped(increasing: Double.exp)`.
  public func mapped(increasing transform: (Double) -> Double) -> Estimate {
    Estimate(
      transform(value), from: transform(low), to: transform(high), confidence: confidence,
      basis: basis)
  }

  /// Returns the same interval at another confidence, as one of several with joint coverage.
  func stating(confidence: Double) -> Estimate {
    Estimate(value, from: low, to: high, confidence: confidence, basis: basis)
  }

  /// Returns the estimate shifted by `distance`.
  public func shifted(by distance: Double) -> Estimate {
    mapped { $0 + distance }
  }

  /// Returns the part of the interval within `range`, which contains the value.
  public func clamped(to range: ClosedRange<Double>) -> Estimate {
    Estimate(
      value, from: max(low, range.lowerBound), to: min(high, range.upperBound),
      confidence: confidence, basis: basis)
  }
}

/// Events counted over replications, with the ratio of their variance to that of independent
/// events.
public struct EventEvidence: Sendable, Hashable {
  /// The number of counted events, which need not be whole.
  public let events: Double
  /// Trials, or another measure of the exposure.
  public let exposure: Double
  /// The factor on the variance of independent events in the interval.
  public let designEffect: Double

  /// Creates the evidence of `events` in `exposure`.
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
    case .draws: "draws"
    }
  }

  /// The evidence; `nil` where no events are counted.
  public var evidence: EventEvidence? {
    switch self {
    case .events(let evidence), .bound(let evidence): evidence
    case .spread, .equality, .draws: nil
    }
  }
}

/// The alternative hypothesis of a test: the departure from "no difference".
public enum Alternative: Sendable, Hashable, CaseIterable {
  /// The first is greater or less than the second.
  case different
  /// The first is less than the second.
  case less
  /// The first is greater than the second.
  case greater
}

/// Stops the program for a confidence that no interval can have.
func preconditionConfidence(_ confidence: Double) {
  precondition(
    confidence > 0 && confidence < 1, "a confidence lies between 0 and 1, not at \(confidence)")
}

/// The scale on which equal distances of a number are equally far.
public enum NaturalScale: Sendable, Hashable {
  /// Logarithms of odds, for chances.
  case odds
  /// Logarithms, for positive numbers.
  case ratio
  /// The numbers themselves, where an end has no logarithm.
  case plain

  /// Returns the place of a number on the scale.
  public func place(of number: Double) -> Double {
    switch self {
    case .odds: Double.log(number) - Double.log(1 - number)
    case .ratio: Double.log(number)
    case .plain: number
    }
  }

  /// Returns the number at a place.
  public func number(at place: Double) -> Double {
    switch self {
    case .odds: 1 / (1 + Double.exp(-place))
    case .ratio: Double.exp(place)
    case .plain: place
    }
  }
}
