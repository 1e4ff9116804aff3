internal import RandomStreams

/// The order of an experiment's possible ends, and the estimates that it gives their effects.
///
/// An effect that ended an experiment early was likely a lucky one: its plain estimate is too large
/// on average. Where ends are ordered by their look, then by their statistic (the stage-wise ordering
/// of Tsiatis, Rosner and Mehta, 1984), the effect under which half of all ends lie beyond the one
/// that was met is above the truth as often as below.
///
/// Effects are in standard errors of the last planned look.
public struct StoppingOrder: Sendable {
  private let isOneSided: Bool
  /// The looks, with the motion as it comes to each.
  private let looks: [Look]

  private struct Look {
    let moment, bound: Double
    let before: BoundaryCrossing
  }

  /// Creates the order of the ends of a plan.
  public init(_ plan: LookPlan) {
    isOneSided = plan.isOneSided
    let all = plan.information.last ?? 1
    var walk = BoundaryCrossing(isOneSided: isOneSided)
    looks = zip(plan.information, plan.bounds).map { information, bound in
      let look = Look(moment: information / all, bound: bound, before: walk)
      if bound.isFinite { walk.pass(bound, at: look.moment) }
      return look
    }
  }

  /// Returns the effect as the statistic of a look has it, whatever came before.
  public func plain(_ statistic: Double, at look: Int) -> Double {
    statistic / looks[look].moment.squareRoot()
  }

  /// Returns the effect that is above the truth as often as below.
  ///
  /// - Parameters:
  ///   - statistic: The effect in standard errors of its look.
  ///   - look: The number of the look that ended the experiment, from 0, or of the last one.
  /// - Returns: The effect in standard errors of the last planned look.
  public func medianUnbiased(_ statistic: Double, at look: Int) -> Double {
    effect(0.5, statistic, at: look)
  }

  /// Returns the median-unbiased effect with its interval.
  public func estimate(
    _ statistic: Double, at look: Int, confidence: Double = 0.95
  ) -> Estimate {
    preconditionConfidence(confidence)
    let tail = (1 - confidence) / 2
    let ends = [tail, 1 - tail].map { effect($0, statistic, at: look) }.sorted()
    return Estimate(
      medianUnbiased(statistic, at: look), from: ends[0], to: ends[1], confidence: confidence)
  }

  /// Returns the effect under which so large a part of all ends lies beyond the one that was met.
  private func effect(_ part: Double, _ statistic: Double, at look: Int) -> Double {
    // An end at the lower bound is that of the mirrored motion at its upper one.
    let sign = statistic < 0 && !isOneSided ? -1.0 : 1
    let (bound, root) = (sign * statistic, looks[look].moment.squareRoot())
    let sought = Double.normalQuantile(part)
    var (low, high) = (bound / root - 12 / root, bound / root + 12)
    var drift = bound / root
    var slope = root
    var last: (drift: Double, score: Double)?
    // By normal scores the share is next to a line, of this slope if there was one look: secants
    // find its end in a few steps. What they throw out of the bracket is halved.
    for _ in 0..<50 {
      let share = min(max(shareBeyond(bound, at: look, drift: drift), 1e-300), 1 - 1e-16)
      let score = Double.normalQuantile(share) - sought
      if score < 0 { low = drift } else { high = drift }
      if let last, score != last.score { slope = (score - last.score) / (drift - last.drift) }
      last = (drift, score)
      var next = drift - score / slope
      if !(low...high).contains(next) { next = (low + high) / 2 }
      if (next - drift).magnitude < 1e-11 { break }
      drift = next
    }
    return sign * drift
  }

  /// Returns the share of ends of a motion with drift that lie beyond `bound` at `look`, or at the
  /// upper bound of a look before.
  private func shareBeyond(_ bound: Double, at look: Int, drift: Double) -> Double {
    let earlier = looks[..<look].reduce(0) { sum, look in
      guard look.bound.isFinite else { return sum }
      return sum + look.before.chance(ofRising: look.bound, at: look.moment, drift: drift)
    }
    let here = looks[look]
    return earlier + here.before.chance(ofRising: bound, at: here.moment, drift: drift)
  }
}
