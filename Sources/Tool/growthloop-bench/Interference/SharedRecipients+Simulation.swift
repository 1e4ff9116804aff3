public import RandomStreams
internal import Statistics

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
