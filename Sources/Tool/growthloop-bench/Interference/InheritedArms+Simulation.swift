public import RandomStreams
internal import Statistics

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
