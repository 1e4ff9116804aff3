internal import RandomStreams

/// How a comparison that is looked at several times decides at each look.
public enum LookRule: Sendable, Hashable {
  /// Only the last planned look decides.
  case fixed
  /// The habit: each look decides as if it were the only one. Its false positives add up.
  case daily
  /// Planned looks that spend the false positives evenly: Lan and DeMets' function like Pocock's.
  case pocock
  /// Planned looks that spend very little early: their function like O'Brien and Fleming's.
  case obrienFleming
  /// A confidence sequence, valid at any look, also an unplanned one.
  ///
  /// It is tightest at this proportion of the planned information.
  case confidenceSequence(tunedFor: Double = 1)
  /// The mixture test (mSPRT), valid at any look, also an unplanned one.
  ///
  /// It is mixed over normal effects of this standard deviation, in standard deviations of one
  /// observation; information counts observations, as two halves of one sample.
  case mixture(spread: Double)

  /// What files, options and results call a rule: the one list of them.
  public enum Name: String, CaseIterable, Encodable, Sendable {
    /// ``LookRule/fixed``.
    case fixed
    /// ``LookRule/daily``.
    case daily
    /// ``LookRule/pocock``.
    case pocock
    /// ``LookRule/obrienFleming``.
    case obrienFleming
    /// ``LookRule/confidenceSequence(tunedFor:)``, tuned for the whole plan.
    case confidenceSequence
    /// ``LookRule/mixture(spread:)``.
    case mixture

    /// Whether the false positives of all looks together stay within their limit.
    public var isValid: Bool { self != .daily }
    /// Whether a look before the last one can decide.
    public var decidesOnTheWay: Bool { self != .fixed }
    /// Whether it is valid at any look, also one that nobody planned.
    public var needsNoPlan: Bool { self == .confidenceSequence || self == .mixture }
  }

  /// Creates the rule of that name.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - proportion: The proportion of the planned information at which a confidence sequence is
  ///     tightest (default: all of it).
  ///   - spread: The standard deviation of the effects that a mixture goes over.
  public init(_ name: Name, tunedFor proportion: Double = 1, mixedOver spread: Double) {
    self =
      switch name {
      case .fixed: .fixed
      case .daily: .daily
      case .pocock: .pocock
      case .obrienFleming: .obrienFleming
      case .confidenceSequence: .confidenceSequence(tunedFor: proportion)
      case .mixture: .mixture(spread: spread)
      }
  }

  /// Creates the rule of that name for so many planned observations in two halves; 1 where
  /// information is a proportion of the plan.
  ///
  /// A mixture goes over effects as large as a fixed test of all of them finds in four of five.
  public init(
    _ name: Name, plannedFor observations: Double, tunedFor proportion: Double = 1
  ) {
    self.init(
      name, tunedFor: proportion,
      mixedOver: 2 * PowerAnalysis().reach / observations.squareRoot())
  }
}

/// Planned looks at a comparison, with the statistic that ends it at each.
///
/// `LookPlan(.pocock, at: [0.2, 0.6, 1]).crosses(2.5, at: 0)` answers for the first look.
public struct LookPlan: Sendable, Hashable {
  /// The rule of all looks.
  public let rule: LookRule
  /// Whether only a positive statistic ends it.
  public let isOneSided: Bool
  /// The limit of false positives over all looks; of each look under `daily`.
  public let falsePositiveRate: Double
  /// The information at each look, rising; a variance's inverse or a number of observations.
  public let information: [Double]
  /// The number of standard errors that ends it at each look; infinite where a look cannot.
  public let bounds: [Double]

  /// Creates the bounds of looks, planned by the information that each will have.
  ///
  /// - Parameters:
  ///   - rule: How each look decides.
  ///   - information: What is known at each look, rising, in any unit; in observations for a
  ///     mixture.
  ///   - all: The information of the longest plan (default: that of the last look); what the looks
  ///     until then may spend is kept back.
  ///   - progress: The proportion of the plan that each look has reached, where a calendar and not the
  ///     information measures it (default: the information by that of the longest plan).
  ///   - isOneSided: Whether only a positive statistic ends it (default: either sign).
  ///   - falsePositiveRate: The limit of false positives (default: 0.05).
  public init(
    _ rule: LookRule, at information: [Double], of all: Double? = nil, progress: [Double]? = nil,
    isOneSided: Bool = false, falsePositiveRate: Double = 0.05
  ) {
    preconditionConfidence(1 - falsePositiveRate)
    precondition(
      progress.map { $0.count == information.count && $0.allSatisfy { $0 > 0 && $0 <= 1 } } ?? true,
      "each look has reached a part of the plan, unlike \(progress ?? [])")
    precondition(
      information.allSatisfy { $0 > 0 && $0.isFinite }
        && zip(information, information.dropFirst()).allSatisfy { $0 < $1 },
      "information is positive and rises, unlike \(information)")
    let last = information.last ?? 1
    // The sum of many days may fall short of the whole by rounding.
    var whole = max(last, all ?? last)
    if whole - last < 1e-9 * whole { whole = last }
    self.rule = rule
    self.isOneSided = isOneSided
    self.falsePositiveRate = falsePositiveRate
    self.information = information
    bounds = rule.bounds(
      at: information, of: whole, progress: progress ?? information.map { $0 / whole },
      isOneSided: isOneSided, falsePositiveRate: falsePositiveRate)
  }

  /// Returns whether a statistic, in standard errors, ends the comparison at look `index` from 0.
  public func crosses(_ statistic: Double, at index: Int) -> Bool {
    (isOneSided ? statistic : statistic.magnitude) >= bounds[index]
  }

  /// The probability that some look ends it where there is no effect, to some 1e-6.
  public var falsePositiveRateOfAllLooks: Double {
    var walk = BoundaryCrossing(isOneSided: isOneSided)
    let all = information.last ?? 1
    return zip(information, bounds).reduce(0) { sum, look in
      guard look.1.isFinite else { return sum }
      let crossing = walk.chance(ofCrossing: look.1, at: look.0 / all)
      walk.pass(look.1, at: look.0 / all)
      return sum + crossing
    }
  }
}

extension LookRule {
  /// Returns the bound of each look, in standard errors.
  fileprivate func bounds(
    at information: [Double], of all: Double, progress: [Double], isOneSided: Bool,
    falsePositiveRate: Double
  ) -> [Double] {
    let unadjusted = -Double.normalQuantile(falsePositiveRate / (isOneSided ? 1 : 2))
    switch self {
    case .fixed:
      return progress.map { $0 < 1 ? .infinity : unadjusted }
    case .daily:
      return information.map { _ in unadjusted }
    case .pocock, .obrienFleming:
      return GroupSequential.spending(
        self == .pocock ? .pocock : .obrienFleming, at: information.map { $0 / all },
        progress: progress, falsePositiveRate: falsePositiveRate, isOneSided: isOneSided
      ).bounds
    case .confidenceSequence(let proportion):
      let sequence = ConfidenceSequence(
        tunedFor: proportion * all, confidence: 1 - falsePositiveRate)
      return information.map { sequence.bound(at: $0, isOneSided: isOneSided) }
    case .mixture(let spread):
      let sequence = ConfidenceSequence(mixedOver: spread, confidence: 1 - falsePositiveRate)
      return information.map { sequence.bound(at: $0, isOneSided: isOneSided) }
    }
  }
}

extension LookPlan {
  /// Returns the probability that some look ends it, for an effect with this mean statistic at the
  /// last look; either sign counts where the plan has two sides.
  ///
  /// The drift of a fixed test with a power of 80% is 2.8016.
  public func power(drift: Double) -> Double {
    let all = information.last ?? 1
    var walk = BoundaryCrossing(isOneSided: isOneSided)
    var power = 0.0
    for (information, bound) in zip(information, bounds) where bound.isFinite {
      let moment = information / all
      power += walk.chance(ofRising: bound, at: moment, drift: drift)
      // It falls below the lower bound as a motion against the drift rises above the upper one.
      if !isOneSided { power += walk.chance(ofRising: bound, at: moment, drift: -drift) }
      walk.pass(bound, at: moment)
    }
    return power
  }
}
