internal import RandomStreams

/// Invitees who inherit the arm of their inviter, in trees that grow from founders.
///
/// A member brings a Poisson number of invitees, with a mean by its arm. An invitee has the arm of
/// its inviter with some probability, and else draws a new one.
public struct InheritedArms: Sendable, Hashable {
  /// The mean number of invitees of a member in control, below 1.
  public let control: Double
  /// The mean number of invitees of a treated member, below 1.
  public let treatment: Double
  /// The probability that an invitee inherits the arm.
  ///
  /// Communities with a leak inherit with the probability 1 − leak.
  public let inheritance: Double
  /// The probability of the treatment in a fresh draw.
  public let treatedShare: Double

  /// Creates trees that end.
  public init(
    control: Double, treatment: Double, inheritance: Double, treatedShare: Double = 0.5
  ) {
    precondition(
      control >= 0 && treatment >= 0 && max(control, treatment) < 1,
      "trees end below 1 invitee a member, not at \(control) and \(treatment)")
    precondition(
      (0...1).contains(inheritance) && treatedShare > 0 && treatedShare < 1,
      "probabilities of \(inheritance) and \(treatedShare)")
    self.control = control
    self.treatment = treatment
    self.inheritance = inheritance
    self.treatedShare = treatedShare
  }

  /// The difference of all descendants per founder, between treated founders and others.
  public var difference: Double {
    let effect = treatment - control
    let mean = treatedShare * treatment + (1 - treatedShare) * control
    let crossed = (1 - treatedShare) * treatment + treatedShare * control
    return effect
      / ((1 - mean) * (1 - inheritance * crossed)
        - inheritance * treatedShare * (1 - treatedShare) * effect * effect)
  }

  /// The difference of descendants per founder when all are treated, against none.
  public var truth: Double {
    (treatment - control) / ((1 - treatment) * (1 - control))
  }

  /// The proportion of all members, founders included, that are treated.
  public var treatedShareOfMembers: Double {
    // Members by arm, per founder: x = s + M x, with M the invitees of each arm by arm.
    let stays = inheritance + (1 - inheritance) * treatedShare
    let crosses = (1 - inheritance) * treatedShare
    let (a, b) = (1 - treatment * stays, control * crosses)
    let (c, d) = (treatment * (1 - stays), 1 - control * (1 - crosses))
    let treated = treatedShare * d + (1 - treatedShare) * b
    let others = (1 - treatedShare) * a + treatedShare * c
    return treated / (treated + others)
  }

  /// The factor on the chi-square of the split of all members, in an A/A test whose invitees always
  /// inherit: 1 / (1 − K)².
  ///
  /// A tree is a cluster; for its size T, E(T²) / E(T) is that factor.
  public static func chiSquareInflation(invitees: Double) -> Double {
    1 / ((1 - invitees) * (1 - invitees))
  }

  /// Returns how often the split of all members alarms in such an A/A test.
  public static func falseAlarmRate(invitees: Double, threshold: Double = 0.001) -> Double {
    let critical = -Double.normalQuantile(threshold / 2)
    return 2
      * Double.normalCumulative(-critical / chiSquareInflation(invitees: invitees).squareRoot())
  }
}
