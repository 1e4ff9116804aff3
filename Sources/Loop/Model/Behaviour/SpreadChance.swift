import RandomStreams

/// A chance that differs among people: its logit is normal among them, and its mean over them is
/// given.
public struct SpreadChance: Sendable {
  public let mean: Double
  /// The standard deviation of the logit.
  public let spread: Double
  /// The logit of a person in the middle.
  private let middle: Double

  /// `mean` is from 0 to 1, and `spread` at least 0.
  public init(mean: Double, spread: Double) {
    self.mean = mean
    self.spread = spread
    guard spread > 0, mean > 0, mean < 1 else {
      middle = mean <= 0 ? -.infinity : mean >= 1 ? .infinity : Self.logit(mean)
      return
    }
    // The mean grows with the middle; the bounds hold it, since half of all people are on each side.
    var (low, high) = (Self.logit(mean) - 6 * spread, Self.logit(mean) + 6 * spread)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let reached = Self.average { Self.logistic(middle + spread * $0) }
      if reached < mean { low = middle } else { high = middle }
    }
    middle = (low + high) / 2
  }

  /// Returns the chance of a person at this standard normal deviate, at odds changed by a factor.
  @inline(__always)
  func chance(at deviate: Double, logOdds: Double = 0) -> Double {
    Self.logistic(middle + spread * deviate + logOdds)
  }

  /// The intraclass correlation: the share of the outcomes' variance that lies between people.
  public var likeness: Double {
    guard spread > 0, mean > 0, mean < 1 else { return 0 }
    let square = Self.average { deviate in
      let chance = chance(at: deviate)
      return chance * chance
    }
    return max(0, square - mean * mean) / (mean * (1 - mean))
  }

  private static func logit(_ chance: Double) -> Double { Double.log(chance / (1 - chance)) }

  private static func logistic(_ logit: Double) -> Double { 1 / (1 + Double.exp(-logit)) }

  /// Returns the mean of a smooth function of a standard normal deviate, to about nine digits: by
  /// the trapezoid rule, which is that good where a function fades at both ends.
  private static func average(_ function: (Double) -> Double) -> Double {
    var sum = 0.0
    var weights = 0.0
    for step in -64...64 {
      let deviate = Double(step) / 8
      let weight = Double.exp(-deviate * deviate / 2)
      sum += weight * function(deviate)
      weights += weight
    }
    return sum / weights
  }
}

extension Recipients {
  /// The taps of all recipients, who differ by the inviter.
  public var spreadTap: SpreadChance { SpreadChance(mean: tap, spread: inviterSpread) }
  /// The installs after taps.
  public var spreadInstall: SpreadChance { SpreadChance(mean: install, spread: inviterSpread) }
}
