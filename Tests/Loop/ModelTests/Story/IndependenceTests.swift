import Profiles
import Prompts
import RandomStreams
import SimulationKernel
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · every purpose has luck of its own")
struct IndependenceTests {
  @Test func `each stream is that of the purpose it is named after`() throws {
    let chance = RandomSource(seed: 5, replication: 2)
    let streams = DrawStreams(chance)
    for purpose in DrawPurpose.allCases {
      #expect(streams[purpose].key == chance.stream(for: purpose).key, "\(purpose)")
    }
    // Who knows whom is drawn beside the others.
    let acquaintances = try GeneratedAcquaintances(Market(), chance: chance)
    let names: [String: DrawPurpose] = ["links": .acquaintance, "sizes": .contacts]
    for (name, value) in Mirror(reflecting: acquaintances).children {
      guard let stream = value as? RandomStream else { continue }
      #expect(stream.key == chance.stream(for: try #require(name.flatMap { names[$0] })).key)
    }
    let keys = DrawPurpose.allCases.map { streams[$0].key }
    #expect(Set(keys).count == DrawPurpose.allCases.count)
    #expect(Set(DrawPurpose.allCases.map(\.rawValue)).count == DrawPurpose.allCases.count)
  }

  @Test func `streams of different purposes have nothing to do with each other`() {
    let chance = RandomSource(seed: 5)
    let draws = DrawPurpose.allCases.map { purpose in
      (0..<2_000).map { chance.stream(for: purpose).uniform($0) }
    }
    for one in draws.indices {
      for other in draws.indices where other > one {
        // Correlations of 2,000 pairs spread by 0.022; 153 pairs of purposes, five of them either way.
        let correlation = Ranks.correlation(Array(zip(draws[one], draws[other])))
        #expect(
          abs(correlation) < 0.11, "\(DrawPurpose.allCases[one]), \(DrawPurpose.allCases[other])")
      }
    }
  }

  /// What chance has in store for each newcomer of a crowd, as far as it shows.
  private static let lives = Result { try lived() }

  private static func lived() throws -> [String: [UInt32: Double]] {
    var plan = GrowthPlan.branching(
      people: 60_000, invites: 1.5, tap: .exponential(mean: .hours(9)),
      install: .exponential(mean: .hours(5)), days: 6)
    plan.behaviour.recipients.launchDelay = .exponential(mean: .hours(2))
    plan.behaviour.recipients.tap = 0.7
    plan.profile.plans.previewFetchesPerSend = 3
    plan.behaviour.market.contactsMedian = 150
    plan.behaviour.market.contactsSigma = 1
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 2_500, after: .zero, within: .days(1))
    plan.behaviour.firstRun.perScreen = .exponential(mean: .seconds(10))
    plan.behaviour.firstRun.grantWithExplainer = 1
    plan.behaviour.use.dailyRhythm = 0
    plan.behaviour.use.weekendLift = 0
    plan.behaviour.use.sessionsPerDay = 6
    plan.behaviour.use.retention = [1: 1, 14: 0.1, 30: 0.05]
    plan.behaviour.use.accountDeletionPerDay = 0.2
    plan.behaviour.sharing.visit = 0
    // Who taps would share, and not only outside of the app.
    plan.behaviour.sharing.promptTap = 0
    plan.behaviour.sharing.promptDismiss = 0.5
    plan.behaviour.sharing.invitesPerDay = 1
    plan.behaviour.recipients.install = 0.4

    var lives: [String: [UInt32: Double]] = [:]
    func note(_ what: String, _ person: UInt32, _ number: Double) {
      // The first of each kind; later ones have draws of their own.
      if lives[what]?[person] == nil { lives[what, default: [:]][person] = number }
    }
    var since: [String: [UInt32: Instant]] = [:]
    func seconds(_ what: String, _ person: UInt32, to moment: Instant) -> Double? {
      since[what]?[person].map { Double((moment - $0).milliseconds) / 1_000 }
    }
    var firstTaps: [UInt32: (by: UInt32, at: Instant)] = [:]
    let witness = Witness()
    witness.counted = { note("contacts", $1, Double($0)) }
    witness.began = { person, moment in
      if let wait = seconds("session", person, to: moment) { note("second session", person, wait) }
      if let wait = seconds("home", person, to: moment), since["session"]?[person] == nil {
        note("first session", person, wait)
        since["session", default: [:]][person] = moment
      }
    }
    witness.heard = { event, moment in
      switch event {
      case .invited(let person, let invite, let previews):
        if invite == 0 { note("previews", person, Double(previews)) }
      case .shared(let person):
        // Of a slow member it is not seen; within a day all members are still there.
        guard let wait = seconds("home", person, to: moment), wait < 80_000 else { return }
        note("share elsewhere", person, wait)
      case .launched(let launch):
        guard let sender = launch.credit.cause, let tap = firstTaps[sender],
          tap.by == launch.person
        else { return }
        note("install delay", sender, Double((launch.installedAt - tap.at).milliseconds))
        note("launch delay", sender, Double((moment - launch.installedAt).milliseconds))
      default: break
      }
    }
    witness.noted = { event, person, moment in
      switch event {
      case .arrived(nil):
        since["launch", default: [:]][person] = moment
        note("arrival", person, Double((moment - plan.start).milliseconds))
      case .reachedHome:
        guard let walk = seconds("launch", person, to: moment) else { return }
        since["home", default: [:]][person] = moment
        note("first run", person, walk)
      case .left:
        if let stay = seconds("home", person, to: moment) { note("stay", person, stay) }
      case .deletedAccount:
        if let wait = seconds("home", person, to: moment) { note("deletion", person, wait) }
      case .invited(let recipient, _, let tap?):
        if firstTaps[person] == nil { firstTaps[person] = (recipient, tap) }
        note("tap delay", person, Double((tap - moment).milliseconds))
      case .answered(let answer):
        note("answer", person, Double(PromptAnswer.allCases.firstIndex(of: answer) ?? 0))
      default: break
      }
    }
    _ = try witness.follow(plan, seed: 11)
    return lives
  }

  @Test func `what happens to a person for one reason says nothing of the rest`() throws {
    let lives = try Self.lives.get()
    let kinds = lives.keys.sorted()
    #expect(
      kinds == [
        "answer", "arrival", "contacts", "deletion", "first run", "first session",
        "install delay", "launch delay", "previews", "second session", "share elsewhere", "stay",
        "tap delay",
      ])
    for (place, one) in kinds.enumerated() {
      for other in kinds.dropFirst(place + 1) {
        let pairs = (lives[one] ?? [:]).compactMap { person, number in
          lives[other]?[person].map { (number, $0) }
        }.sorted { $0 < $1 }
        #expect(pairs.count > 150, "\(one), \(other)")
        let correlation = Ranks.correlation(pairs)
        #expect(
          abs(correlation) < 4.5 / Double(pairs.count).squareRoot(),
          "\(one), \(other): \(correlation) of \(pairs.count)")
      }
    }
  }

  @Test func `what is drawn has the median that was asked for, whoever it happens to`() throws {
    let lives = try Self.lives.get()
    // Exponential times have it at ln 2 of their mean; a stay, where half are left of ten in a hundred.
    let log2 = Double.log(2)
    for (kind, median) in [
      ("tap delay", 9 * 3_600_000 * log2), ("install delay", 5 * 3_600_000 * log2),
      ("launch delay", 2 * 3_600_000 * log2),
      ("first session", 14_400 * log2), ("second session", 14_400 * log2), ("contacts", 150.5),
      ("arrival", 43_200_000),
    ] {
      let numbers = try #require(lives[kind]?.values)
      let below = Double(numbers.count { $0 < median }) / Double(numbers.count)
      #expect(
        abs(below - 0.5) < 2.25 / Double(numbers.count).squareRoot(), "\(kind): \(below)")
    }
  }

  @Test func `phones that run the app look like all others`() throws {
    var plan = GrowthPlan()
    plan.behaviour.market.people = 6_000
    plan.behaviour.market.iOSShare = 0.3
    plan.behaviour.devices.areIdentified = false
    let run = try GrowthRun(plan, seed: 4)
    let prepared = run.shards[0].simulation.model.plan
    let world = try #require(prepared.world)
    var ranks: [(runs: Double, rank: Double)] = []
    for person in 0..<6_000 {
      let runsApp = run.shards[0].simulation.model.runsApp(PersonNumber(person))
      ranks.append((runsApp ? 1 : 0, Double(world.traits(of: person).model)))
    }
    #expect(abs(Ranks.correlation(ranks.map { ($0.runs, $0.rank) })) < 4.5 / 77.5)
  }
}

/// Spearman's correlation: that of ranks, equal numbers sharing theirs.
enum Ranks {
  static func correlation(_ pairs: [(Double, Double)]) -> Double {
    let (one, other) = (ranks(pairs.map(\.0)), ranks(pairs.map(\.1)))
    let middle = Double(pairs.count - 1) / 2
    var (product, squares, otherSquares) = (0.0, 0.0, 0.0)
    for (a, b) in zip(one, other) {
      product += (a - middle) * (b - middle)
      squares += (a - middle) * (a - middle)
      otherSquares += (b - middle) * (b - middle)
    }
    return product / (squares * otherSquares).squareRoot()
  }

  private static func ranks(_ numbers: [Double]) -> [Double] {
    let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    var ranks = [Double](repeating: 0, count: numbers.count)
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count, numbers[order[end]] == numbers[order[start]] { end += 1 }
      for place in start..<end { ranks[order[place]] = Double(start + end - 1) / 2 }
      start = end
    }
    return ranks
  }
}
