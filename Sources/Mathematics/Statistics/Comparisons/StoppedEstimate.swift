/// The effect of an experiment that its looks have ended, or its last look.
///
/// An effect that ended it early was likely a lucky one: its plain estimate is too large on average.
/// The median of these is the truth. Outcomes are ordered by their look, then by their statistic
/// (the stage-wise ordering of Tsiatis, Rosner and Mehta, 1984).
public struct StoppedEstimate: Sendable, Hashable {
  /// The plain estimate, in standard errors of the last planned look.
  public let plain: Double
  /// The estimate that is above the truth as often as below, in the same unit, with its interval.
  public let medianUnbiased: Estimate

  /// Creates the estimate after a look.
  ///
  /// - Parameters:
  ///   - plan: The looks as planned.
  ///   - look: The number of the look that ended it, from 0, or of the last one.
  ///   - statistic: The effect at that look in standard errors of that look.
  ///   - confidence: The coverage of the interval (default: 0.95).
  public init(_ plan: LookPlan, look: Int, statistic: Double, confidence: Double = 0.95) {
    preconditionConfidence(confidence)
    let all = plan.information.last ?? 1
    let moments = plan.information.map { $0 / all }
    plain = statistic / moments[look].squareRoot()
    // An end at the lower bound is that of the mirrored motion at its upper one.
    let sign = statistic < 0 && !plan.isOneSided ? -1.0 : 1
    var walk = BoundaryCrossing(isOneSided: plan.isOneSided)
    var earlier: [(walk: BoundaryCrossing, bound: Double, moment: Double)] = []
    for (moment, bound) in zip(moments, plan.bounds).prefix(look) where bound.isFinite {
      earlier.append((walk, bound, moment))
      walk.pass(bound, at: moment)
    }
    let last = (walk: walk, bound: sign * statistic, moment: moments[look])
    func chanceOfAtLeastThis(_ drift: Double) -> Double {
      (earlier + [last]).reduce(0) { sum, look in
        sum + look.walk.chances(ofCrossing: look.bound, at: look.moment, drift: drift).above
      }
    }
    let center = sign * plain
    func drift(at chance: Double) -> Double {
      var (low, high) = (center - 12 / moments[look].squareRoot(), center + 12)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if chanceOfAtLeastThis(middle) < chance { low = middle } else { high = middle }
      }
      return sign * (low + high) / 2
    }
    let tail = (1 - confidence) / 2
    let ends = [drift(at: tail), drift(at: 1 - tail)].sorted()
    medianUnbiased = Estimate(
      drift(at: 0.5), from: ends[0], to: ends[1], confidence: confidence)
  }
}
