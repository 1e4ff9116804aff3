public import RandomStreams
public import Statistics

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

extension InheritedArms {
  /// Differences of descendants at five inheritances, and how much of the truth is left.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    // Smaller trees differ by less, and take more worlds.
    let pairs = [(0.2, 0.26, 24_000), (0.4, 0.52, 7_000), (0.6, 0.78, 2_000)]
    let worlds = scale.worlds(1_000)
    let differences = [0, 0.5, 0.8, 0.95, 1].enumerated().flatMap { place, inheritance in
      let trees = InheritedArms(control: 0.4, treatment: 0.52, inheritance: inheritance)
      let found = trees.simulated(worlds: worlds, stream: scale.stream(place))
      return scale.check(
        "K 0.4, 0.52: q \(inheritance)", trees.difference, found?.difference)
        + scale.check(
          "K 0.4, 0.52: q \(inheritance), direct invitees", 0.12, found?.directDifference)
    }
    let shares = pairs.enumerated().flatMap { place, pair in
      let trees = InheritedArms(control: pair.0, treatment: pair.1, inheritance: 0)
      return scale.check(
        "K \(pair.0), \(pair.1): q 0, share of the truth", trees.difference / trees.truth,
        trees.simulatedShareOfTruth(
          worlds: scale.worlds(pair.2), stream: scale.stream(10 + place)))
    }
    return differences + shares
  }

  /// The splits that inherited arms make, and the alarms that they make in A/A tests.
  static func splitChecks(_ scale: CheckScale) -> [ClosedFormCheck] {
    let worlds = scale.worlds(100)
    let splits = [(0.4, 0.52, 1.0), (0.6, 0.78, 1), (0.4, 0.52, 0.8)].enumerated()
      .flatMap { place, row in
        let trees = InheritedArms(control: row.0, treatment: row.1, inheritance: row.2)
        return scale.check(
          "K \(row.0), \(row.1): q \(row.2), treated share of members",
          trees.treatedShareOfMembers,
          trees.simulated(worlds: worlds, stream: scale.stream(place))?.treatedShareOfMembers)
      }
    let alarms = [0.4, 0.5].enumerated().flatMap { place, invitees in
      let found = simulatedFalseAlarmRate(
        invitees: invitees, tests: scale.worlds(150_000), stream: scale.stream(10 + place))
      return scale.check(
        "K \(invitees): A/A alarms at .001", falseAlarmRate(invitees: invitees), found?.ofMembers)
        + scale.check("K \(invitees): A/A alarms, founders alone", 0.001, found?.ofFounders)
    }
    return splits + alarms
  }
}

extension InheritedArms {
  /// What simulated trees show.
  public struct Trees: Sendable, Hashable {
    /// The difference of all descendants per founder.
    public let difference: SimulatedValue
    /// The difference of direct invitees per member, by its own arm.
    public let directDifference: SimulatedValue
    /// The proportion of members that are treated.
    public let treatedShareOfMembers: SimulatedValue
    /// The difference in each world, for ratios of two designs.
    let differences: [Double]
  }

  /// The sums over the trees of one world, by arm: control, treatment.
  private struct World {
    var founders = [0.0, 0]
    var descendants = [0.0, 0]
    var members = [0.0, 0]
    var invitees = [0.0, 0]
  }

  /// Returns what trees from so many founders a world show; `nil` for fewer than two worlds.
  public func simulated(
    worlds: Int, founders: Int = 2_000, stream: RandomStream
  ) -> Trees? {
    var direct = RunningMoments()
    var share = RatioSample()
    var differences: [Double] = []
    for number in 0..<worlds {
      let world = world(founders: founders, stream[UInt64(number)])
      differences.append(
        world.descendants[1] / world.founders[1] - world.descendants[0] / world.founders[0])
      direct.record(world.invitees[1] / world.members[1] - world.invitees[0] / world.members[0])
      share.record(numerator: world.members[1], denominator: world.members[0] + world.members[1])
    }
    guard let difference = SimulatedValue(RunningMoments(differences)),
      let directDifference = SimulatedValue(direct), let share = SimulatedValue(share)
    else { return nil }
    return Trees(
      difference: difference, directDifference: directDifference, treatedShareOfMembers: share,
      differences: differences)
  }

  /// Returns the difference as a proportion of the truth, each by its own trees.
  public func simulatedShareOfTruth(worlds: Int, stream: RandomStream) -> SimulatedValue? {
    let all = InheritedArms(
      control: control, treatment: treatment, inheritance: 1, treatedShare: treatedShare)
    guard let found = simulated(worlds: worlds, stream: stream),
      let everyone = all.simulated(worlds: worlds, stream: RandomStream(key: ~stream.key))
    else { return nil }
    var ratio = RatioSample()
    for (found, truth) in zip(found.differences, everyone.differences) {
      ratio.record(numerator: found, denominator: truth)
    }
    return SimulatedValue(ratio)
  }

  private func world(founders: Int, _ draw: Draw) -> World {
    var (world, draw) = (World(), draw)
    let invitees = [
      Poisson.certain(try Poisson(mean: control)), Poisson.certain(try Poisson(mean: treatment)),
    ]
    func arm() -> Int { draw.uniform() < treatedShare ? 1 : 0 }
    for _ in 0..<founders {
      let founder = arm()
      world.founders[founder] += 1
      var waiting = [0, 0]
      waiting[founder] = 1
      while let member = waiting[1] > 0 ? 1 : waiting[0] > 0 ? 0 : nil {
        waiting[member] -= 1
        let count = invitees[member].sample(using: &draw)
        world.members[member] += 1
        world.invitees[member] += Double(count)
        world.descendants[founder] += Double(count)
        for _ in 0..<count {
          waiting[draw.uniform() < inheritance ? member : arm()] += 1
        }
      }
    }
    return world
  }

  /// Returns how often the split alarms in A/A tests whose invitees always inherit: among all
  /// members, and among founders alone.
  ///
  /// Trees of one arm never mix, so a generation is one Poisson number.
  public static func simulatedFalseAlarmRate(
    invitees: Double, tests: Int, founders: Int = 2_000, threshold: Double = 0.001,
    stream: RandomStream
  ) -> (ofMembers: SimulatedValue, ofFounders: SimulatedValue)? {
    let half = Binomial.certain(try Binomial(count: founders, probability: 0.5))
    var (members, ofFounders) = (RunningMoments(), RunningMoments())
    for test in 0..<tests {
      var draw = stream[UInt64(test)]
      let treated = half.sample(using: &draw)
      func total(_ founders: Int) -> Int {
        var (total, generation) = (founders, founders)
        while generation > 0 {
          let mean = Double(generation) * invitees
          generation = Poisson.certain(try Poisson(mean: mean)).sample(using: &draw)
          total += generation
        }
        return total
      }
      func alarms(_ counts: [Int]) -> Double {
        let split = SampleRatioMismatch(counts: counts, expectedSplit: [1, 1])
        return split?.isAlarming(below: threshold) == true ? 1 : 0
      }
      members.record(alarms([total(founders - treated), total(treated)]))
      ofFounders.record(alarms([founders - treated, treated]))
    }
    guard let all = SimulatedValue(members), let first = SimulatedValue(ofFounders) else {
      return nil
    }
    return (all, first)
  }
}

/// A mean or a ratio over independent worlds, with its standard error.
public struct SimulatedValue: Sendable, Hashable {
  /// The mean, or the ratio of sums.
  public let value: Double
  /// The standard error, from the differences between the worlds.
  public let standardError: Double

  /// Creates the mean of numbers, one of each world; `nil` before the second.
  public init?(_ moments: RunningMoments) {
    guard let mean = moments.mean, let error = moments.standardError else { return nil }
    (value, standardError) = (mean, error)
  }

  /// Creates the ratio of sums over worlds plus `shift`; `nil` before the second.
  ///
  /// Its bias falls with the number of worlds; that of a mean of ratios would not.
  public init?(_ sample: RatioSample, shiftedBy shift: Double = 0) {
    guard let summary = sample.summary else { return nil }
    value = summary.mean + shift
    standardError = (summary.variance / Double(summary.count)).squareRoot()
  }
}
