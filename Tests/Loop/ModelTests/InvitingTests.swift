import Invites
import Profiles
import Prompts
import RandomStreams
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopModel

/// Counts invites and their taps by the sender, and taps by how many invites the recipient had.
private final class InviteCounter: GrowthObserver {
  var invites: [UInt32: Int] = [:]
  var taps: [UInt32: Int] = [:]
  var received: [UInt32: Int] = [:]
  var byNumber: [(taps: Int, of: Int)] = []

  func note(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    guard case .invited(let recipient, _, let tapsAt) = event else { return }
    invites[person, default: 0] += 1
    if tapsAt != nil { taps[person, default: 0] += 1 }
    let number = received[recipient, default: 0]
    received[recipient] = number + 1
    while byNumber.count <= number { byNumber.append((0, 0)) }
    byNumber[number].of += 1
    if tapsAt != nil { byNumber[number].taps += 1 }
  }
}

@Suite("Growth · inviters differ, and so do invites")
struct InvitingTests {
  /// Newcomers who invite on reaching home, and whose invites lead no one home in time.
  private func plan(installs: Int, invites: Double, tap: Double, people: Int = 1_000_000)
    -> GrowthPlan
  {
    var plan = GrowthPlan.branching(people: people, invites: invites, days: 3)
    plan.behaviour.recipients.tap = tap
    plan.behaviour.recipients.install = 0
    plan.begin(with: installs)
    return plan
  }

  private func counted(_ plan: GrowthPlan) throws -> InviteCounter {
    let counter = InviteCounter()
    var run = try GrowthRun(plan, seed: 5, observer: counter)
    run.run()
    return counter
  }

  @Test(arguments: [(0.72, 0.951), (1.0, 0.8345)])
  func `by a shape, as many invite no one as gamma and Poisson say`(
    shape: Double, mean: Double
  ) throws {
    var plan = plan(installs: 20_000, invites: mean, tap: 0)
    plan.behaviour.sharing.invitesShape = shape
    let counter = try counted(plan)
    // The negative binomial's chance of nought: (1 + m / k)^−k.
    let none = Double.exp(-shape * Double.log(1 + mean / shape))
    let alone = Proportion(20_000 - counter.invites.count, of: 20_000)
    #expect(try #require(alone.wilson(confidence: 0.999)).contains(none))
    let sent = Double(counter.invites.values.reduce(0, +)) / 20_000
    let spread = ((mean + mean * mean / shape) / 20_000).squareRoot()
    #expect(abs(sent - mean) < 3.3 * spread)
  }

  @Test func `a spread of inviters leaves the mean, and gives the intraclass correlation`() throws {
    var plan = plan(installs: 4_000, invites: 20, tap: 0.3)
    plan.behaviour.recipients.inviterSpread = 1
    let chance = plan.behaviour.recipients.spreadTap
    let counter = try counted(plan)
    var pairs = 0.0
    var alike = 0.0
    for (inviter, invites) in counter.invites {
      let (n, k) = (Double(invites), Double(counter.taps[inviter] ?? 0))
      pairs += n * (n - 1)
      alike += k * (k - 1)
    }
    let invites = Double(counter.invites.values.reduce(0, +))
    let mean = Double(counter.taps.values.reduce(0, +)) / invites
    // 4,000 inviters, whose chances have a standard deviation of .19.
    #expect(abs(mean - 0.3) < 0.01)
    // Of two invites of one person, both are tapped with chance m² + ρ m (1 − m).
    let seen = (alike / pairs - mean * mean) / (mean * (1 - mean))
    #expect(chance.likeness > 0.1 && abs(seen - chance.likeness) < 0.015, "\(seen)")
  }

  @Test(arguments: [(0.5, 0.8, 0.123_870), (0.1, 0.5, 0.023_078), (0.3, 0, 0)])
  func `the mean of a spread chance is what is set`(
    mean: Double, spread: Double, likeness: Double
  ) {
    // By simple sums over 200,000 quantiles of the deviate, which the trapezoid rule does not use.
    let chance = SpreadChance(mean: mean, spread: spread)
    var (first, second) = (0.0, 0.0)
    let steps = 200_000
    for step in 0..<steps {
      let deviate = Double.normalQuantile((Double(step) + 0.5) / Double(steps))
      let value = chance.chance(at: deviate)
      first += value / Double(steps)
      second += value * value / Double(steps)
    }
    #expect(abs(first - mean) < 1e-6)
    #expect(abs(chance.likeness - (second - mean * mean) / (mean * (1 - mean))) < 1e-5)
    #expect(abs(chance.likeness - likeness) < 1e-6, "\(chance.likeness)")
  }

  @Test func `a chance of nought or one stays, whatever the spread and the odds`() {
    for mean in [0.0, 1] {
      let chance = SpreadChance(mean: mean, spread: 2)
      #expect(chance.chance(at: 3, logOdds: 5) == mean && chance.chance(at: -3) == mean)
      #expect(chance.likeness == 0)
    }
  }

  @Test func `odds of channel, trigger and name multiply`() {
    var recipients = Recipients()
    recipients.tap = 0.4
    recipients.channelOdds[.email] = 0.5
    recipients.triggerOdds[.dedupReview] = 3
    recipients.byNameOdds = 4
    let chances = InviteChances(recipients, people: RandomSource(seed: 1).stream(for: 1))
    func odds(_ origin: Origin, isByName: Bool = false) -> Double {
      let chance = chances.tap(from: 1, origin, isByName: isByName)
      return chance / (1 - chance)
    }
    let usual = 0.4 / 0.6
    #expect(abs(odds(Origin(.messages, by: .way(.profile))) - usual) < 1e-12)
    #expect(abs(odds(Origin(.email, by: .way(.profile))) - usual / 2) < 1e-12)
    #expect(abs(odds(Origin(nil, by: .prompt(.dedupReview))) - 3 * usual) < 1e-12)
    #expect(
      abs(odds(Origin(.email, by: .prompt(.dedupReview)), isByName: true) - 6 * usual) < 1e-12)
  }

  @Test func `the second invite to a person has its own odds, and the last is for all later`()
    throws
  {
    var plan = plan(installs: 2_000, invites: 20, tap: 0.5, people: 10_000)
    plan.behaviour.recipients.repeatOdds = [1, 3, 0.25]
    let counter = try counted(plan)
    for (number, odds) in [1, 3, 0.25, 0.25].enumerated() {
      let seen = counter.byNumber[number]
      let interval = try #require(
        Proportion(seen.taps, of: seen.of).wilson(confidence: 0.999))
      #expect(seen.of > 1_000 && interval.contains(odds / (1 + odds)), "\(number)")
    }
  }

  @Test func `odds of one change nothing`() throws {
    let plain = DeterminismTests.plan()
    var same = plain
    // The list makes recipients count, which changes when the tap is decided but not how.
    same.behaviour.recipients.repeatOdds = [1]
    #expect(
      try ShardTests.result(plain, shards: 1).tally == ShardTests.result(same, shards: 1).tally)
  }
}
