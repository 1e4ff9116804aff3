import GrowthloopFindings
import GrowthloopModel
import Invites
import Profiles
import RandomStreams
import SimulationKernel
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("Money · what a reward costs and brings, against a branching process in closed form")
struct MoneyTests {
  /// Four dollars a side, a tenth claimed falsely, ten cents a message, twelve dollars a newcomer.
  private static let money: Money = {
    var money = Money()
    money.reward.inviter = 4
    money.reward.friend = 4
    money.message = 0.1
    money.newcomer = 12
    money.rewardLift = 0.2
    money.falseClaims = 0.1
    return money
  }()

  /// A thousand founders who each bring half a person, and with the reward 0.6 of one.
  private static func plan(
    _ mode: RewardPolicy.Mode, lift: Double = 0.2, _ change: (inout Money) -> Void = { _ in }
  ) throws -> GrowthPlan {
    var plan = try PublishedTests.plan("../branching-half")
    plan.days = 80
    plan.profile.reward.mode = mode
    var money = money
    money.rewardLift = lift
    change(&money)
    plan.behaviour.money = money
    plan.behaviour = plan.behaviour.inEffect(under: plan.profile.reward)
    return plan
  }

  private static func found(
    _ mode: RewardPolicy.Mode, replications: Int = 40, _ parameters: [Parameter] = [],
    _ change: (inout Money) -> Void = { _ in }
  ) async throws -> MoneyFound {
    func run(_ lift: Double) async throws -> StudyOutcome {
      try await Study(plan(mode, lift: lift, change), seed: 5, replications: replications)
        .run(on: Workers(2))
    }
    return try #require(
      MoneyFound(try await run(0.2), besides: try await run(0), parameters: parameters))
  }

  /// An assumed share of the money with its range.
  private static func guess(
    _ key: String, _ value: Double, _ range: ClosedRange<Double>
  ) -> Parameter {
    let axis = ParameterAxis(.chance, at: value, within: range) { "\($0)" }
    return Parameter(
      "money.\(key)", "\(value)", meaning: "", range: ParameterRange(axis, isAssumed: true))
  }

  /// Whether a number is within one and a half widths of its interval: but for once in 300 times.
  private static func isNear(_ measure: Measure?, _ truth: Double) -> Bool {
    guard let interval = measure?.interval else { return false }
    return (interval.value - truth).magnitude <= 1.5 * interval.reach
      && interval.reach < 0.35 * truth.magnitude
  }

  @Test func `cost, return and break-even are those of the branching process`() async throws {
    let found = try await Self.found(.bothSides)
    // Founders / (1 − K) members: 2,000 and 2,500, of whom 1,000 and 1,500 are credited friends.
    #expect(Self.isNear(found["newcomers"], 500))
    // 1,500 friends × 8 / 0.9, and 500 messages more.
    let cost = 1_500 * 8 / 0.9 + 50
    #expect(Self.isNear(found["cost"], cost))
    #expect(Self.isNear(found["perNewcomer"], cost / 500))
    #expect(Self.isNear(found["gain"], 12 * 500 - cost))
    #expect(Self.isNear(found["return"], (12 * 500 - cost) / cost))
    #expect(Self.isNear(found["breakEven"], (12 * 500 - 50) * 0.9 / 1_500))
    #expect(Self.isNear(found["anyway"], 1_000.0 / 1_500))
    #expect(found.reward?.inviter == 4 && found.reward?.friend == 4 && found.worth == 12)
    #expect(found["advertised"] == nil, "nothing is advertised")
  }

  @Test func `what goes to friends who come anyway is a part of the rewards, in few runs too`()
    async throws
  {
    func run(_ lift: Double) async throws -> StudyOutcome {
      var plan = try Self.plan(.bothSides, lift: lift)
      plan.behaviour.arrivals.seeds = 20
      return try await Study(plan, seed: 5, replications: 3).run(on: Workers(2))
    }
    let found = try #require(MoneyFound(try await run(0.2), besides: try await run(0)))
    let part = try #require(found["anyway"]?.interval)
    #expect(part.low >= 0 && part.value <= 1 && part.high <= 1)
  }

  @Test func `the gain at other false claims is that of a run with them`() async throws {
    let claims = Self.guess("falseClaims", 0.1, 0.05...0.5)
    let guess = try #require(
      try await Self.found(.bothSides, replications: 4, [claims]).guess)
    let more = try await Self.found(.bothSides, replications: 4) { $0.falseClaims = 0.5 }
    #expect(guess.parameter.name == "money.falseClaims")
    #expect(
      try #require(guess.atHigh).agrees(with: try #require(more["gain"]?.value), within: 1e-9))
  }

  @Test func `the gain at another lift is on the line from none, and wider than false claims`()
    async throws
  {
    let claims = Self.guess("falseClaims", 0.1, 0.05...0.15)
    let paying = try #require(try await Self.found(.bothSides, replications: 4)["lift"]?.value)
    let lift = Self.guess("rewardLift", 0.2, 0...paying)
    let guess = try #require(
      try await Self.found(.bothSides, replications: 4, [claims, lift]).guess)
    #expect(guess.parameter.name == "money.rewardLift")
    // A thousand friends come anyway.
    #expect(try #require(guess.atLow).agrees(with: -1_000 * 8 / 0.9, within: 0.2))
    #expect(try #require(guess.atHigh).magnitude < 1e-6)
  }

  @Test func `at the reward that breaks even nothing is gained and nothing lost`() async throws {
    let given = try #require(try await Self.found(.bothSides)["breakEven"]?.value)
    let found = try await Self.found(.bothSides) {
      $0.reward.inviter = given
      $0.reward.friend = 0
    }
    #expect(try #require(found["gain"]?.value).magnitude < 1e-6)
    #expect(try #require(found["breakEven"]?.value).agrees(with: given, within: 1e-9))
  }

  @Test func `a month of premium takes three friends of one inviter`() async throws {
    // Of Poisson friends with the mean 0.6, a third rounded down: 1/3 of the sum over threes.
    var (months, chance) = (0.0, Double.exp(-0.6))
    for friends in 0..<30 {
      months += Double(friends / 3) * chance
      chance *= 0.6 / Double(friends + 1)
    }
    let run = try await Study(Self.plan(.premiumThreeForOne), seed: 5, replications: 40)
      .run(on: Workers(2))
    let place = try #require(Metric.place(of: "money.rewards"))
    #expect(Self.isNear(Measure(run.summary(at: place).estimate, in: .count), 2_500 * months))
  }

  @Test func `friends who must stay are no reward before`() async throws {
    // No one ever opens the app again: the last activity is that of the day of the launch.
    let found = try await Self.found(.bothSides, replications: 4) {
      $0.reward.activeAfter = .days(3)
    }
    #expect(found["anyway"] == nil)
    // 500 messages, and no reward.
    #expect(try #require(found["cost"]?.value) < 100)
  }

  @Test func `with rewards off, nothing is due, and messages are all that is spent`() async throws {
    let plan = try Self.plan(.off)
    #expect(plan.behaviour.sharing.invitesAtHome == 0.5, "no one shares more for no reward")
    let run = try await Study(plan, seed: 5, replications: 3).run(on: Workers(1))
    for replicate in run.replicates {
      #expect(replicate.value(of: "money.rewards") == 0)
      let invites = try #require(replicate.value(of: "sends.recipients"))
      let spent = try #require(replicate.value(of: "money.spent"))
      #expect(spent.agrees(with: invites * 0.1, within: 1e-9))
      let newcomers = try #require(replicate.value(of: "members.invitedHome"))
      #expect(
        try #require(replicate.value(of: "money.perNewcomer")).agrees(
          with: spent / newcomers, within: 1e-12))
    }
  }

  @Test func `an advertised newcomer costs an install, over the share that comes home`()
    async throws
  {
    let found = try await Self.found(.bothSides, replications: 4) { $0.install = 3 }
    // Everybody comes home.
    #expect(found["advertised"]?.value == 3)
  }

  @Test func `a comparison of a reward with none says the same as the twin`() async throws {
    let (off, on) = (try Self.plan(.off), try Self.plan(.bothSides))
    let outcome = try await Comparison(
      Setup("off", off),
      [Setup("on", on, parameters: [Self.guess("rewardLift", 0.2, 0.1...0.3)])], seed: 5,
      replications: 12
    ).run(on: Workers(2))
    let compared = try #require(MoneyFound(outcome, ofVariant: 0))
    let twin = try await Self.found(.bothSides, replications: 12)
    for key in ["newcomers", "cost", "perNewcomer", "gain", "return", "breakEven"] {
      #expect(
        try #require(compared[key]?.value).agrees(
          with: try #require(twin[key]?.value), within: 1e-9), "\(key)")
    }
    #expect(compared["anyway"] == nil, "without a reward no one counts who would have earned one")
    #expect(
      compared.guess?.parameter.name == "money.rewardLift" && compared.guess?.atLow == nil,
      "nor what another lift brings")
  }

  @Test func `with inputs that are not known, an interval is that of a draw, and not of the mean`()
    async throws
  {
    // K is 0.55 or 0.65 with the reward, and 0.5 without: 222 newcomers more, or 857.
    func run(_ lifts: [Double]) async throws -> StudyOutcome {
      var study = Study(
        try Self.plan(.bothSides, lift: lifts[0]), seed: 5, replications: 80)
      study.draws = try lifts.map { try Self.plan(.bothSides, lift: $0) }
      return try await study.run(on: Workers(2))
    }
    let found = try #require(
      MoneyFound(try await run([0.1, 0.3]), besides: try await run([0, 0])))
    let newcomers = try #require(found["newcomers"]?.interval)
    #expect(newcomers.isPrediction)
    #expect(newcomers.contains(222) && newcomers.contains(857))
    #expect((newcomers.value - 540).magnitude < 40)
    let cost = try #require(found["perNewcomer"]?.interval)
    // 8 / 0.9 for each of 1,222 friends with the reward, or of 1,857, over the further ones.
    #expect(cost.contains(1_857 * 8 / 0.9 / 857) && cost.contains(1_222 * 8 / 0.9 / 222))
  }

  @Test func `a scenario without money shows no number of it, and counts nothing`() async throws {
    let plan = livelyPlan(people: 500, days: 10)
    let places = Metric.places(in: plan)
    #expect(places.count == Metric.all.count - 3)
    let run = try await Study(plan, seed: 1, replications: 2).run(on: Workers(1))
    #expect(run.replicates.allSatisfy { $0.value(of: "money.rewards") == nil })
    #expect(MoneyFound(run, besides: run) == nil)
  }
}

extension Double {
  fileprivate func agrees(with other: Double, within share: Double) -> Bool {
    (self - other).magnitude <= share * max(1, other.magnitude)
  }
}
