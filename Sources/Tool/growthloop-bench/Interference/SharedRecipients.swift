public import RandomStreams
internal import Statistics

/// Invites that meet at the same recipients, each of whom joins once.
///
/// In control a recipient receives a Poisson number of invites that would make it join; a treated
/// inviter sends more of them. The first to arrive earns the join.
public struct SharedRecipients: Sendable, Hashable {
  /// The mean number of converting invites that a recipient receives in control.
  public let density: Double
  /// The proportion by which a treated inviter sends more of them.
  public let lift: Double
  /// The proportion of inviters, or of communities, that are treated.
  public let treatedShare: Double

  /// Creates a market with positive density.
  public init(density: Double, lift: Double, treatedShare: Double = 0.5) {
    precondition(density > 0 && lift > -1, "a density of \(density) with a lift of \(lift)")
    precondition(
      treatedShare > 0 && treatedShare < 1, "a share lies between 0 and 1, not at \(treatedShare)")
    self.density = density
    self.lift = lift
    self.treatedShare = treatedShare
  }

  /// The relative effect on joins when all inviters are treated, against none.
  public var truth: Double {
    Double.expMinusOne(-density * (1 + lift)) / Double.expMinusOne(-density) - 1
  }

  /// The relative difference of credited joins between inviters that were drawn one by one.
  ///
  /// It is the lift of invites, whatever the density: both arms lose the same part of their invites
  /// to recipients that have joined.
  public var byInviter: Double { lift }

  /// The absolute difference of credited joins per inviter, drawn one by one.
  public var differenceByInviter: Double {
    density * lift * Self.credited(density * (1 + treatedShare * lift))
  }

  /// The absolute effect on joins per recipient when all inviters are treated, against none.
  public var trueDifference: Double {
    Double.exp(-density) - Double.exp(-density * (1 + lift))
  }

  /// Returns the relative difference between inviters of treated communities and of others, where
  /// the proportion `leak` of all invites goes to recipients of any community.
  public func byCommunityOfInviters(leak: Double) -> Double {
    let (treated, control) = densities(leak: leak)
    let (ours, theirs) = (Self.credited(treated), Self.credited(control))
    let anywhere = treatedShare * ours + (1 - treatedShare) * theirs
    return (1 + lift) * ((1 - leak) * ours + leak * anywhere)
      / ((1 - leak) * theirs + leak * anywhere) - 1
  }

  /// Returns the relative difference between recipients of treated communities and of others.
  ///
  /// It is also that of ego-clusters on recipients that lose the proportion `leak` of their edges.
  public func byCommunityOfRecipients(leak: Double) -> Double {
    let (treated, control) = densities(leak: leak)
    return Double.expMinusOne(-treated) / Double.expMinusOne(-control) - 1
  }

  /// The densities that recipients of a treated community meet, and those of another.
  private func densities(leak: Double) -> (treated: Double, control: Double) {
    let leaked = leak * (1 + treatedShare * lift)
    return (
      density * ((1 - leak) * (1 + lift) + leaked), density * (1 - leak + leaked)
    )
  }

  /// Returns the chance that an invite earns the join of its recipient: (1 − e⁻ˣ) / x.
  static func credited(_ density: Double) -> Double { -Double.expMinusOne(-density) / density }
}

extension SharedRecipients {
  /// Four densities at a lift of 30%: the truth, and what each design finds.
  static func checks(_ scale: CheckScale) -> [ClosedFormCheck] {
    [0.0625, 0.25, 0.75, 2].enumerated().flatMap { place, density in
      let market = SharedRecipients(density: density, lift: 0.3)
      return market.truthAndInviters(scale, place)
        + market.communities(scale, leak: 0.05, place) + market.communities(scale, leak: 0.2, place)
    }
  }

  private func truthAndInviters(_ scale: CheckScale, _ place: Int) -> [ClosedFormCheck] {
    let early = SharedRecipients(density: density, lift: lift, treatedShare: 0.1)
    let worlds = scale.worlds(800)
    let truth = simulatedTruth(
      worlds: worlds, people: scale.people, stream: scale.stream(place * 8))
    let found = simulated(
      .inviter, worlds: worlds, people: scale.people, stream: scale.stream(place * 8 + 1))
    let first = early.simulated(
      .inviter, worlds: worlds, people: scale.people, stream: scale.stream(place * 8 + 2))
    return scale.check("a \(density): truth", self.truth, truth?.relative)
      + scale.check("a \(density): truth, absolute", trueDifference, truth?.difference)
      + scale.check("a \(density): by inviter", byInviter, found?.ofInviters)
      + scale.check("a \(density): by inviter, absolute", differenceByInviter, found?.perInviter)
      + scale.check(
        "a \(density): by inviter, absolute, p 0.1", early.differenceByInviter, first?.perInviter)
  }

  private func communities(
    _ scale: CheckScale, leak: Double, _ place: Int
  ) -> [ClosedFormCheck] {
    let found = simulated(
      .community(leak: leak), worlds: scale.worlds(900), people: scale.people,
      stream: scale.stream(place * 8 + (leak < 0.1 ? 3 : 4)))
    return scale.check(
      "a \(density): communities, leak \(leak), inviters", byCommunityOfInviters(leak: leak),
      found?.ofInviters)
      + scale.check(
        "a \(density): communities, leak \(leak), recipients",
        byCommunityOfRecipients(leak: leak), found?.ofRecipients)
  }
}

extension SharedRecipients {
  /// The unit that is drawn for an arm.
  public enum Design: Sendable, Hashable {
    /// Each inviter, with recipients anywhere.
    case inviter
    /// Each community; this proportion of invites leaks to recipients of any community.
    case community(leak: Double)
  }

  /// The differences found in simulated worlds.
  public struct Differences: Sendable, Hashable {
    /// The relative difference of credited joins by the arm of the inviter.
    public let ofInviters: SimulatedValue
    /// The relative difference of joins by the arm of the recipient's community.
    public let ofRecipients: SimulatedValue
    /// The absolute difference of credited joins per inviter, by the arm of the inviter.
    public let perInviter: SimulatedValue
  }

  private static let communitySize = 50

  /// Returns the differences that a design finds; `nil` for fewer than two worlds.
  ///
  /// Everyone in a world of so many people, whole communities of 50, is an inviter and a recipient.
  public func simulated(
    _ design: Design, worlds: Int, people: Int = 20_000, stream: RandomStream
  ) -> Differences? {
    var (inviters, recipients) = (RatioSample(), RatioSample())
    var perInviter = RunningMoments()
    let treatedCount = treatedShare * Double(people)
    for world in 0..<worlds {
      let arms = arms(design, people, world: world, stream)
      let joins = joins(arms: arms, design, world: world, stream)
      var (credited, joined) = ([0.0, 0], [0.0, 0])
      for (recipient, inviter) in joins.enumerated() where inviter >= 0 {
        credited[arms[inviter] ? 1 : 0] += 1
        joined[arms[recipient] ? 1 : 0] += 1
      }
      let odds = (1 - treatedShare) / treatedShare
      inviters.record(numerator: credited[1] * odds, denominator: credited[0])
      recipients.record(numerator: joined[1] * odds, denominator: joined[0])
      perInviter.record(
        credited[1] / treatedCount - credited[0] / (Double(people) - treatedCount))
    }
    guard let ofInviters = SimulatedValue(inviters, shiftedBy: -1),
      let ofRecipients = SimulatedValue(recipients, shiftedBy: -1),
      let perInviter = SimulatedValue(perInviter)
    else { return nil }
    return Differences(
      ofInviters: ofInviters, ofRecipients: ofRecipients, perInviter: perInviter)
  }

  /// Returns the effect of treating all inviters against none, in paired worlds: relative, and per
  /// recipient.
  public func simulatedTruth(
    worlds: Int, people: Int = 20_000, stream: RandomStream
  ) -> (relative: SimulatedValue, difference: SimulatedValue)? {
    var ratio = RatioSample()
    var difference = RunningMoments()
    for world in 0..<worlds {
      func count(_ isTreated: Bool) -> Double {
        let arms = [Bool](repeating: isTreated, count: people)
        return Double(joins(arms: arms, .inviter, world: world, stream).count { $0 >= 0 })
      }
      let (all, none) = (count(true), count(false))
      ratio.record(numerator: all, denominator: none)
      difference.record((all - none) / Double(people))
    }
    guard let relative = SimulatedValue(ratio, shiftedBy: -1),
      let absolute = SimulatedValue(difference)
    else { return nil }
    return (relative, absolute)
  }

  /// Returns the arm of each person; exactly the treated share of units has it.
  private func arms(
    _ design: Design, _ people: Int, world: Int, _ stream: RandomStream
  ) -> [Bool] {
    let size = if case .community = design { Self.communitySize } else { 1 }
    let units = people / size
    let treated = Int((treatedShare * Double(units)).rounded())
    var order = (0..<units).map { $0 < treated }
    // One number beyond the last person of the world.
    var draw = stream[Self.entity(world, people)]
    order.shuffle(by: &draw)
    return (0..<people).map { order[$0 / size] }
  }

  /// Returns for each recipient the inviter whose invite came first, or −1.
  ///
  /// Each inviter has a draw of its own: a treated one sends the invites of control, and more.
  private func joins(
    arms: [Bool], _ design: Design, world: Int, _ stream: RandomStream
  ) -> [Int] {
    let people = arms.count
    let (less, more) = (
      Poisson.certain(try Poisson(mean: density)),
      Poisson.certain(try Poisson(mean: density * (1 + lift)))
    )
    var first = [Double](repeating: .infinity, count: people)
    var winners = [Int](repeating: -1, count: people)
    for inviter in 0..<people {
      var draw = stream[Self.entity(world, inviter)]
      let count = (arms[inviter] ? more : less).sample(using: &draw)
      for _ in 0..<count {
        let recipient = recipient(of: inviter, among: people, design, &draw)
        let moment = draw.uniform()
        if moment < first[recipient] { (first[recipient], winners[recipient]) = (moment, inviter) }
      }
    }
    return winners
  }

  private func recipient(
    of inviter: Int, among people: Int, _ design: Design, _ draw: inout Draw
  ) -> Int {
    guard case .community(let leak) = design, draw.uniform() >= leak else {
      return Int(draw.uniform(below: UInt64(people)))
    }
    let home = inviter / Self.communitySize * Self.communitySize
    return home + Int(draw.uniform(below: UInt64(Self.communitySize)))
  }

  private static func entity(_ world: Int, _ person: Int) -> UInt64 {
    UInt64(world) << 32 | UInt64(person)
  }
}
