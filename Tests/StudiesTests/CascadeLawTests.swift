import RandomStreams
import Statistics
import Testing

@testable import GrowthloopStudies
@testable import GrowthloopModel

@Suite("Metrics · waves, recruits and the chain behind K, against laws of branching")
struct CascadeLawTests {
  /// Newcomers who bring half a newcomer each, who does so a day later on average.
  private func branching(_ change: (inout GrowthPlan) -> Void = { _ in }) throws -> Observation {
    var plan = try PublishedTests.plan("../branching-half")
    plan.behaviour.arrivals.crowd?.installs = 10_000
    change(&plan)
    var run = try GrowthRun(plan, seed: 12)
    run.run()
    return Observation(plan: plan, tally: run.tally, cascades: run.cascades)
  }

  @Test func `wave n has K to the power of n as many as the founders`() throws {
    let run = try branching()
    for wave in 0..<6 {
      let factor = Double.exp(Double(wave) * Double.log(0.5))
      // The variance of a generation of Poisson numbers: mⁿ (1 − mⁿ) / (1 − m) for each founder.
      let spread = (10_000 * factor * (1 - factor) / 0.5).squareRoot()
      let members = try #require(run.value("wave.\(wave)"))
      #expect(abs(members - 10_000 * factor) <= 3.5 * spread, "wave \(wave): \(members)")
    }
    let all = (0...Metric.lastWave).compactMap { run.value("wave.\($0)") }.reduce(0, +)
    #expect(all == run.value("members.all"))
  }

  @Test func `members brought none, one, two and so on as Poisson numbers say`() throws {
    let run = try branching()
    let members = try #require(run.value("members.all"))
    var (chance, square, brought) = (Double.exp(-0.5), 0.0, 0.0)
    for count in 0...Metric.lastRecruits {
      let seen = try #require(run.value("recruits.\(count)"))
      brought += seen
      if count < 5 {
        square += (seen - members * chance) * (seen - members * chance) / (members * chance)
      }
      chance *= 0.5 / Double(count + 1)
    }
    // Five cells: 20.5 is exceeded once in a thousand times.
    #expect(square < 20.5, "\(square)")
    #expect(brought == members)
    let two = 1 - 1.5 * Double.exp(-0.5)
    #expect(abs(try #require(run.value("inviters.twoShare")) - two) < 0.007)
  }

  @Test func `the last rows are of so many and more`() {
    let run = handMadeRun { tally in
      tally.launches.organic = 1
      tally.launches.invited = 60
      while tally.afterwards.depth.count < 50 { tally.afterwards.depth.append(0) }
      tally.afterwards.depth[15] = 20
      tally.afterwards.depth[49] = 40
    }
    #expect(run.value("wave.15") == 60 && run.value("wave.14") == 0 && run.value("wave.0") == 1)
    #expect(run.value("depth.deepest") == 49)
    let mean = Double(20 * 15 + 40 * 49) / 60
    #expect(run.value("depth.mean") == mean)
    var observation = run
    observation.cascades.count(recruiterOf: 9)
    observation.cascades.count(recruiterOf: 30)
    #expect(observation.value("recruits.9") == 2 && observation.value("recruits.8") == 0)
    #expect(observation.value("recruits.0") == 59)
  }

  @Test func `a depth that is the same in each replication has no interval below nought`() throws {
    let place = try #require(Metric.place(of: "depth.deepest"))
    var moments = MetricMoments(at: place)
    for _ in 0..<4 { moments.record(MetricReading(2)) }
    let estimate = try #require(moments.estimate())
    #expect(estimate.low >= 0 && estimate.high > 2)
  }

  @Test func `the steps of the chain multiply to K where nothing saturates`() throws {
    let run = try branching {
      $0.days = 60
      $0.behaviour.sharing.invitesAtHome = 4
      $0.behaviour.recipients.tap = 0.5
      $0.behaviour.recipients.install = 0.5
      $0.behaviour.market.iOSShare = 0.5
      $0.behaviour.firstRun.dropAtCode = 0.25
      $0.behaviour.use.sessionsPerDay = 2
      $0.behaviour.use.retention = [1: 1, 14: 1, 30: 1]
      $0.behaviour.sharing.visit = 0
      $0.behaviour.sharing.promptTap = 0
    }
    func value(_ key: String) throws -> Double { try #require(run.value(key)) }
    // Endless stays: Poisson sessions of the whole cycle, less the first minutes before home.
    #expect(abs(try value("cohort.sessions") - 60) < 0.5)
    #expect(abs(try value("cohort.invites") - 4) < 0.1)
    let members = try value("taps.byMembers")
    let others = try value("taps.notOnIOS")
    let open = 1 - others
    let installs = try value("conversion.installed") / (1 - members - others)
    #expect(abs(open - 0.5) < 0.02 && abs(installs - 0.5) < 0.02)
    let product =
      try value("cohort.invites") * value("conversion.tapped") * open * installs
      * value("onboarding.invitedCompletion")
    #expect(abs(product / (try value("k.cohort")) - 1) < 0.05)
  }
}
