import Attribution
import Profiles
import RandomStreams
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopModel

extension GrowthRun {
  /// The size of every cascade, in no particular order.
  ///
  /// A root is a member without a credited inviter; the cascade contains all members who go back to
  /// it.
  var cascadeSizes: [Int] {
    let roots = Self.roots(of: inviterPlaces)
    var sizes = [UInt32](repeating: 0, count: roots.count)
    for root in roots { sizes[Int(root)] += 1 }
    return sizes.lazy.filter { $0 > 0 }.map { Int($0) }
  }
}

@Suite("Growth · at its simplest, the model is what the formulas say")
struct ClosedFormTests {
  @Test func `below one, families have the size and the spread of a branching process`() throws {
    var plan = GrowthPlan.branching(people: 1_000_000, invites: 0.5, days: 10)
    plan.begin(with: 2_000)
    var run = try GrowthRun(plan, seed: 1)
    run.run()
    var sizes = RunningMoments()
    for size in run.cascadeSizes { sizes.record(Double(size)) }
    // Poisson offspring of mean m: mean 1 / (1 − m), variance m / (1 − m)³, and Borel's P(1) = e^−m.
    let mean = try #require(sizes.meanEstimate(confidence: 0.999))
    #expect(mean.contains(2))
    // The variance of a sample's variance is (κ₄ + 2 κ₂²) / n; Borel's fourth cumulant is 416.
    let spread = (448 / Double(sizes.count)).squareRoot()
    #expect(abs(try #require(sizes.variance) - 4) < 4 * spread)
    let alone = Proportion(run.cascadeSizes.count { $0 == 1 }, of: run.cascadeSizes.count)
    #expect(try #require(alone.wilson(confidence: 0.999)).contains(0.60653))
  }

  @Test func `above one, a family dies out as often as a branching process`() throws {
    // A generation every other day, thirteen in all: of the families that will die out, all but one
    // in a hundred have done so by then.
    var plan = GrowthPlan.branching(
      people: 100_000, invites: 1.5, tap: .fixed(.days(2)), days: 28)
    var extinct = 0
    plan.begin(with: 1)
    let trials = 300
    for replication in 0..<trials {
      var run = try GrowthRun(plan, seed: 2, replication: UInt32(replication))
      run.run()
      if run.tally.days[26...].allSatisfy({ $0.homes == 0 }) { extinct += 1 }
    }
    let share = try #require(Proportion(extinct, of: trials).wilson(confidence: 0.999))
    #expect(share.contains(0.41719))
    #expect(share.halfWidth < 0.1)
  }

  @Test(arguments: [
    (Delay.exponential(mean: .days(7)), 0.028_571), (Delay.fixed(.days(7)), 0.026_046),
  ])
  func `growth is as fast as the delay between generations allows`(
    delay: Delay, rate: Double
  ) throws {
    // K E[e^−rT] = 1 for K = 1.2 and a mean of a week.
    var plan = GrowthPlan.branching(
      people: 3_000_000, invites: 1.2, tap: delay, days: 84)
    plan.begin(with: 600)
    var run = try GrowthRun(plan, seed: 4)
    run.run()
    let days = run.tally.days.map(\.homes)
    // Whole weeks, so that the steps of fixed delays weigh the same; the first weeks settle.
    let early = Double(days[35..<49].reduce(0, +))
    let late = Double(days[70..<84].reduce(0, +))
    let seen = Double.log(late / early) / 35
    // Thousands of homes in either stretch, which the generations before them spread: over twelve seeds
    // the rate spreads by 0.0013, thrice.
    #expect(abs(seen - rate) < 0.0039, "\(seen)")
  }

  @Test func `a finite market fills up to the root of the final size`() throws {
    var plan = GrowthPlan.branching(people: 10_000, invites: 2, days: 5)
    plan.begin(with: 10)
    var run = try GrowthRun(plan, seed: 4)
    run.run()
    // 1 − z = (1 − s) e^−2z, with the share s of those who began.
    var z = 0.8
    for _ in 0..<100 { z = 1 - (1 - 0.001) * Double.exp(-2 * z) }
    let share = Double(run.cascadeSizes.reduce(0, +)) / 10_000
    #expect(abs(share - z) < 0.025)
  }

  @Test func `the window keeps the share of installs that the delays leave inside it`() throws {
    var plan = GrowthPlan.branching(
      people: 1_000_000, invites: 1, tap: .fixed(.minutes(1)),
      install: .logNormal(median: .minutes(570), sigma: 1.634), days: 90)
    plan.begin(with: 2_000)
    plan.behaviour.use.returnOnPush = 0
    for (window, share) in [(Interval.hours(2), 0.171), (.hours(24), 0.715), (.days(7), 0.961)] {
      plan.profile.attribution.window = window
      var run = try GrowthRun(plan, seed: 5)
      run.run()
      let launches = run.tally.launches.invited
      let kept = Proportion(run.tally.credit.right, of: launches)
      let credited = try #require(kept.wilson(confidence: 0.999))
      #expect(credited.contains(share), "\(window): \(credited)")
    }
  }

  @Test func `inviters meet at one recipient as often as chance makes them`() throws {
    // 4,000 inviters send one invite each, on average, to 10,000 people; all taps come before the
    // first install, and the day ends before those who came invite in their turn.
    var plan = GrowthPlan.branching(
      people: 10_000, invites: 1, tap: .fixed(.hours(6)), install: .fixed(.hours(12)), days: 1)
    plan.begin(with: 4_000)
    var run = try GrowthRun(plan, seed: 6)
    run.run()
    // Clicks on one person are Poisson; a conflict is two or more among those with at least one.
    let members = Double(run.tally.launches.organic)
    let rate = members / 10_000
    let none = Double.exp(-rate)
    let expected = (1 - none * (1 + rate)) / (1 - none)
    let seen = Proportion(run.tally.credit.conflicts, of: run.tally.launches.invited)
    #expect(try #require(seen.wilson(confidence: 0.999)).contains(expected))
    #expect(run.tally.launches.invited > 1_000)
  }
}
