import GrowthloopFindings
import GrowthloopModel
import RandomStreams
import SimulationKernel
import Statistics
import Synchronization
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("Experiments · what would have to be true")
struct SolverTests {
  /// A function in place of a simulation, with the value that is wanted of it.
  struct Planted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let axes: [SolverAxis]
    let target: Double
    let function: @Sendable ([Double]) -> Double?

    init(
      _ name: String, _ ranges: [ParameterAxis], _ target: Double,
      _ function: @escaping @Sendable ([Double]) -> Double?
    ) {
      testDescription = name
      axes = ranges.enumerated().map { SolverAxis("p\($0.offset)", $0.element) }
      self.target = target
      self.function = function
    }

    /// The random numbers of an effort shift all points alike, by up to two per cent.
    func solve() async throws -> SolverOutcome {
      try await Solver(axes, target: target) { points, effort in
        let luck =
          switch effort {
          case .search, .climb: 1.02
          case .answer: 1.0
          case .confirmation(_, let round): round.isMultiple(of: 2) ? 1.004 : 0.998
          }
        return points.map { point in
          function(point.numbers).map {
            Estimate($0 * luck, plusOrMinus: 0.01 * $0.magnitude, confidence: 0.95)
          }
        }
      }.solve()
    }

    /// The least distance on a grid at which the function is on the other side of the target; `nil`
    /// without any.
    func leastDistance() -> Double? {
      let steps = [0, 4_000, 400, 60][axes.count]
      let isBelow = function(axes.map(\.range.value)).map { $0 < target }
      var least: Double?
      var places = [Int](repeating: 0, count: axes.count)
      while true {
        let coordinates = zip(places, axes).map { place, axis in
          axis.ends.lowerBound
            + Double(place) / Double(steps) * (axis.ends.upperBound - axis.ends.lowerBound)
        }
        let numbers = zip(coordinates, axes).map { $1.number(at: $0) }
        if let value = function(numbers), (value < target) != isBelow {
          let distance = coordinates.reduce(0) { $0 + $1 * $1 }.squareRoot()
          least = min(least ?? .infinity, distance)
        }
        guard let next = places.lastIndex(where: { $0 < steps }) else { return least }
        places[next] += 1
        for later in (next + 1)..<max(next + 1, places.count) { places[later] = 0 }
      }
    }
  }

  private static func number(_ value: Double, _ low: Double, _ high: Double) -> ParameterAxis {
    ParameterAxis(.number, at: value, within: low...high) { NumberText.significant($0, digits: 5) }
  }

  private static func chance(_ value: Double, _ low: Double, _ high: Double) -> ParameterAxis {
    ParameterAxis(.chance, at: value, within: low...high) { NumberText.significant($0, digits: 5) }
  }

  private static func time(_ value: Double) -> ParameterAxis {
    ParameterAxis(.time, at: value, within: value / 2...value * 2) { NumberText.decimal($0, 0) }
  }

  private static let invites = number(0.5, 0.25, 1)
  private static let tap = chance(0.4, 0.36, 0.56)
  private static let install = chance(0.25, 0.05, 0.7)

  static let planted: [Planted] = [
    Planted("a number alone, up", [invites], 0.8) { $0[0] },
    Planted("a number alone, down", [invites], 0.3) { $0[0] },
    Planted("a number that lowers", [invites], 1.5) { 1 / $0[0] },
    Planted("a chance alone", [install], 0.5) { $0[0] },
    Planted("a chance alone, down", [install], 0.1) { $0[0] },
    Planted("a time", [time(3_600_000)], 0.7) { 3_600_000 / ($0[0] + 1_800_000) },
    Planted("the branching process", [invites, tap], 0.3) { $0[0] * $0[1] },
    Planted("the branching process, down", [invites, install], 0.06) { $0[0] * $0[1] },
    Planted("three factors", [invites, tap, install], 0.12) { $0[0] * $0[1] * $0[2] },
    Planted("three factors, near", [invites, tap, install], 0.055) { $0[0] * $0[1] * $0[2] },
    Planted("one matters most", [invites, number(1, 0.5, 2)], 1.2) {
      $0[0] * $0[0] * $0[0] * $0[1] * 4
    },
    Planted("one comes to its end", [invites, number(1, 0.5, 2)], 6) {
      $0[0] * $0[0] * $0[0] * $0[1] * 4
    },
    Planted("against each other", [invites, number(2, 1, 4)], 0.4) { $0[0] / $0[1] },
    Planted("a sum", [number(1, 0.5, 2), number(3, 1, 9)], 6) { $0[0] + $0[1] },
    Planted("saturation", [number(1, 0.5, 2), number(0.5, 0.1, 2)], 0.7) {
      $0[0] * $0[1] / (0.5 + $0[0] * $0[1])
    },
    Planted("an optimum within", [chance(0.1, 0.05, 0.95)], 0.2) { $0[0] * (1 - $0[0]) },
    Planted("a range from nought", [number(1, 0, 4)], 2.5) { $0[0] },
    Planted("below nought", [number(2, 1, 4)], -1) { 1 - $0[0] * $0[0] / 5 },
    Planted("contradictions in a corner", [tap, chance(0.4, 0.2, 0.7)], 0.22) {
      $0[0] + $0[1] > 1 ? nil : $0[0] * $0[1]
    },
    Planted("without effect beside it", [invites, install], 0.9) { $0[0] },
    Planted("out of reach", [invites, tap], 0.9) { $0[0] * $0[1] },
    Planted("out of reach, down", [invites], 0.1) { $0[0] },
    Planted("no effect", [tap], 0.9) { _ in 0.4 },
  ]

  /// Ten factors, and an eleventh that helps alone and harms beside any other two: neither the way to
  /// all ends nor one step at a time leads there.
  @Test func `what only many inputs have together is found`() async throws {
    let factors = Array(repeating: Self.number(1, 0.5, 2), count: 11)
    let outcome = try await Planted("many together", factors, 8) { numbers in
      let doublings = numbers.map { Double.log($0) / Double.log(2) }
      let sum = doublings.dropLast().reduce(0, +)
      return 0.01 * Double.exp(Double.log(2) * (sum + doublings[10] * (1 - sum)))
    }.solve()
    let answer = try #require(outcome.answer)
    #expect(outcome.confirmation.map { $0.contains(8) } == true)
    #expect(answer.numbers.dropLast().allSatisfy { $0 > 1.8 } && answer.numbers[10] <= 1.01)
  }

  @Test(arguments: planted)
  func `the nearest point that has the target is found, and said not to be where there is none`(
    _ planted: Planted
  ) async throws {
    let outcome = try await planted.solve()
    guard let least = planted.leastDistance() else {
      #expect(outcome.answer == nil)
      #expect(outcome.closest != nil)
      #expect(outcome.confirmation.map { !$0.contains(planted.target) } == true)
      return
    }
    let answer = try #require(outcome.answer)
    // Within a cell of the grid, and the tolerance of the search.
    #expect(answer.distance < least * 1.03 + 0.02, "\(answer.numbers), at best \(least)")
    let value = try #require(planted.function(answer.numbers))
    #expect((value - planted.target).magnitude < 0.006 * planted.target.magnitude, "\(value)")
    #expect(outcome.confirmation?.contains(planted.target) == true)
    for (place, alone) in outcome.alone.enumerated() {
      guard let point = alone.point else { continue }
      #expect(point.distance >= answer.distance * 0.97 - 0.05)
      #expect(point.coordinates.indices.allSatisfy { $0 == place || point.coordinates[$0] == 0 })
    }
  }

  @Test(arguments: planted.filter { $0.testDescription.contains("branching") })
  func `where both raise the metric, the second falls along the frontier as the first rises`(
    _ planted: Planted
  ) async throws {
    let outcome = try await planted.solve()
    let frontier = try #require(outcome.frontier)
    let found = frontier.points.compactMap { point in
      point.point.map { (x: $0.numbers[frontier.x], y: $0.numbers[frontier.y]) }
    }
    #expect(found.count > 1)
    for (first, second) in zip(found, found.dropFirst()) {
      #expect(first.x < second.x && first.y > second.y)
    }
    for point in found {
      #expect((point.x * point.y / planted.target - 1).magnitude < 0.01)
    }
  }

  /// By the answer's numbers the target is met at 1, by the first fresh ones 6% higher: both together
  /// have it in the middle.
  @Test func `where fresh random numbers disagree, all of them decide`() async throws {
    let outcome = try await Solver([SolverAxis("a", Self.number(0.5, 0.1, 2))], target: 1) {
      points, effort in
      let luck =
        switch effort {
        case .search, .climb, .answer: 1.0
        case .confirmation(_, let round): round == 0 ? 1 / 1.06 : 1 / 1.03
        }
      return points.map {
        Estimate($0.numbers[0] * luck, plusOrMinus: 0.01, confidence: 0.95)
      }
    }.solve()
    let answer = try #require(outcome.answer?.numbers[0])
    #expect((answer - 1.03).magnitude < 0.002, "\(answer)")
    #expect(outcome.confirmation?.contains(1) == true)
  }

  /// By the few replications of the search the upper part of the range does not reach 0.95, or all of
  /// it does.
  @Test(arguments: [(0.9, 1.0, true), (1.1, 0.9, false)])
  func `what is reachable is decided by the confirmation, and not by the search`(
    _ luck: Double, _ truth: Double, _ isReachable: Bool
  ) async throws {
    let outcome = try await Solver([SolverAxis("a", Self.number(0.5, 0.25, 1))], target: 0.95) {
      points, effort in
      points.map { point in
        let number = point.numbers[0]
        let factor = number > 0.8 ? effort == .search || effort == .climb ? luck : truth : 1
        return Estimate(number * factor, plusOrMinus: 0.01, confidence: 0.95)
      }
    }.solve()
    #expect((outcome.answer != nil) == isReachable)
    #expect((outcome.closest == nil) == isReachable)
    #expect(outcome.confirmation?.contains(0.95) == isReachable)
    if let answer = outcome.answer { #expect((0.94...0.96).contains(answer.numbers[0])) }
  }

  /// Random numbers whose mean over the first replications shifts all points alike; a replication
  /// varies by a fifth.
  @Test func `an answer has the interval that its replications license, and as many as it needs`()
    async throws
  {
    let axis = SolverAxis("a", Self.number(0.5, 0.25, 1))
    var (hits, few, wide) = (0, 0, 0)
    for seed in 0..<40 as Range<UInt64> {
      let outcome = try await Solver([axis], target: 0.35) { points, effort in
        let (count, first) =
          switch effort {
          case .search, .climb: (4, 0)
          case .answer(let times): (4 * times, 0)
          case .confirmation(let times, let round): (4 * times, 64 * (1 + round))
          }
        let normal = try Normal(mean: 1, standardDeviation: 0.2)
        var luck = RunningMoments()
        for replication in first..<first + count {
          var stream = RandomSource(seed: seed)
            .stream(for: Purpose(rawValue: 5))[UInt64(replication)]
          luck.record(normal.sample(using: &stream))
        }
        return points.map { point in
          luck.meanEstimate()?.mapped { $0 * point.numbers[0] }
        }
      }.solve()
      let ends = try #require(outcome.ends)
      // The metric falls to the target, so that the farther end is the lower one.
      let (low, high) = (ends.high.numbers[0], ends.low.numbers[0])
      if low <= 0.35, 0.35 <= high { hits += 1 }
      if outcome.times < 4 { few += 1 }
      if high / low > 1.3 { wide += 1 }
      let answer = try #require(outcome.answer).numbers[0]
      let fresh = try #require(outcome.confirmation)
      // The ends are where the fresh numbers of the answer, as it is printed, would be the target; an
      // answer that they allow lies between them.
      let sides = (0.35 * answer / fresh.high, 0.35 * answer / fresh.low)
      #expect(abs(low - sides.0) < (high - low) / 8, "\(low) to \(high) for \(sides)")
      #expect(abs(high - sides.1) < (high - low) / 8, "\(low) to \(high) for \(sides)")
      if fresh.contains(0.35) {
        #expect(low <= answer && answer <= high, "\(low), \(answer), \(high)")
      }
      let thousandths = answer * 1_000
      #expect(abs(thousandths - thousandths.rounded()) < 1e-6, "no four digits: \(thousandths)")
    }
    #expect(hits >= 36, "\(hits) of 40 hold the truth")
    #expect(few <= 4, "a fifth over sixteen replications is a tenth by luck alone: \(few)")
    #expect(wide <= 8, "\(wide) of 40")
  }

  /// A metric per session: fewer sessions raise it, and bring fewer people.
  @Test(arguments: [(0.8, false), (3.0, true)])
  func `a way that brings fewer people is taken where there is no other`(
    _ target: Double, _ isOnlyWay: Bool
  ) async throws {
    let axes = [SolverAxis("sessions", Self.number(1, 0.5, 2)), SolverAxis("a", Self.invites)]
    let outcome = try await Solver(
      axes, target: target,
      people: { point, _ in
        let change = 2 * point.numbers[0] * point.numbers[1] - 1
        return Measure(change, from: change - 0.01, to: change + 0.01, in: .share)
      },
      evaluate: { points, _ in
        points.map {
          let sessions = $0.numbers[0]
          return Estimate(
            $0.numbers[1] / (sessions * sessions), plusOrMinus: 0.01, confidence: 0.95)
        }
      }
    ).solve()
    let answer = try #require(outcome.answer)
    #expect((answer.numbers[0] < 1) == isOnlyWay, "\(answer.numbers)")
    #expect(outcome.keepsPeople != isOnlyWay)
    #expect(outcome.people.value == 2 * answer.numbers[0] * answer.numbers[1] - 1)
    if !isOnlyWay { #expect(outcome.alone.map(\.people.isLoss) == [true, false]) }
  }

  @Test func `an end that lowers the metric is no way that was left aside`() async throws {
    let outcome = try await Solver(
      [SolverAxis("a", Self.invites)], target: 0.8,
      people: { point, _ in
        let change = 2 * point.numbers[0] - 1
        return Measure(change, from: change - 0.01, to: change + 0.01, in: .share)
      },
      evaluate: { points, _ in
        points.map { Estimate($0.numbers[0], plusOrMinus: 0.01, confidence: 0.95) }
      }
    ).solve()
    #expect(outcome.answer != nil && !outcome.keepsPeople)
  }

  @Test func `a point is evaluated once for each effort`() async throws {
    let seen = Mutex<[SolverEffort: Set<[String]>]>([:])
    let solver = Solver(
      [SolverAxis("a", Self.invites), SolverAxis("b", Self.tap)], target: 0.3
    ) { points, effort in
      seen.withLock { seen in
        for point in points {
          #expect(seen[effort, default: []].insert(point.values).inserted)
        }
      }
      return points.map {
        Estimate($0.numbers[0] * $0.numbers[1], plusOrMinus: 0.01, confidence: 0.95)
      }
    }
    let outcome = try await solver.solve()
    #expect(outcome.evaluations == seen.withLock { $0.values.reduce(0) { $0 + $1.count } })
  }

  @Test func `an end of the search keeps what was found before`() async throws {
    let calls = Mutex(0)
    let solver = Solver([SolverAxis("a", Self.invites)], target: 0.8) { points, _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call > 3 { throw CancellationError() }
      return points.map { Estimate($0.numbers[0], plusOrMinus: 0.01, confidence: 0.95) }
    }
    let outcome = try await solver.solve()
    #expect(outcome.isPartial)
    #expect(outcome.base?.value == 0.5)
    #expect(outcome.answer == nil)
    #expect(outcome.closest?.numbers == [1])
    #expect(outcome.seen?.value == 1)
  }

  /// Four replications of a point may have two million events while the answer is searched, and 24 at the
  /// answer.
  @Test func `where replications have many events, one person stands for several`() {
    let axes = [SolverAxis("a", Self.invites)]
    let (now, far) = (SolverPoint([0], on: axes), SolverPoint([1], on: axes))
    func markets(of people: Int) -> SolverMarkets {
      let markets = SolverMarkets()
      #expect(markets.factor(for: [now], .answer(times: 1), of: 4) == 1)
      markets.note(4.7e6, at: now, in: people)
      return markets
    }
    let large = markets(of: 400_000)
    #expect(large.factor(for: [now], .search, of: 4) == 9)
    large.note(2.5e7, at: far, in: 400_000)
    // The points of a search have one market; an answer that was not seen has that of the busiest.
    #expect(large.factor(for: [SolverPoint([0.5], on: axes)], .answer(times: 1), of: 4) == 4)
    #expect(large.factor(for: [far], .search, of: 4) == 9)
    // A climb has six thousand people at least, the others twenty thousand.
    #expect(large.factor(for: [far], .climb, of: 4) == 66)
    #expect(large.factor(for: [now], .answer(times: 1), of: 4) == 1)
    #expect(large.factor(for: [SolverPoint([0.9], on: axes)], .answer(times: 2), of: 4) == 4)
    #expect(large.factors == (9, 4))
    #expect(markets(of: 100_000).factor(for: [now], .search, of: 4) == 5)
    #expect(markets(of: 30_000).factor(for: [now], .search, of: 4) == 1)
  }

  @Test func `the branching process has the K that its invites make, for any number of workers`()
    async throws
  {
    let axis = SolverAxis(
      "sharing.invitesAtHome",
      ParameterAxis(.number, at: 0.5, within: 0.25...1) { NumberText.significant($0, digits: 4) })
    var base = livelyPlan(people: 40_000)
    base.days = 40
    base.behaviour.market.communityShare = 0
    base.behaviour.market.contactsMedian = 20_000
    base.behaviour.market.contactsSigma = 0
    base.behaviour.market.iOSShare = 1
    base.behaviour.arrivals = .init()
    base.behaviour.arrivals.seeds = 0
    base.behaviour.arrivals.organicPerDay = 0
    base.behaviour.arrivals.crowd = .init(installs: 300, after: .zero, within: .days(1))
    base.behaviour.use.sessionsPerDay = 0
    base.behaviour.use.returnOnPush = 0
    base.behaviour.sharing.invitesPerDay = 0
    base.behaviour.recipients.tap = 1
    base.behaviour.recipients.tapDelay = .exponential(mean: .days(1))
    base.behaviour.recipients.install = 1
    base.behaviour.recipients.installDelay = .fixed(.zero)
    base.behaviour.recipients.launchDelay = .fixed(.zero)
    base.behaviour.firstRun.dropPerScreen = 0
    base.behaviour.firstRun.dropAtCode = 0
    let plan = base
    let place = try #require(Metric.place(of: "k.effective"))
    let trial = SolverTrial(metric: place, seed: 3, replications: 12) { point in
      var plan = plan
      plan.behaviour.sharing.invitesAtHome = Double(point.values[0]) ?? .nan
      return Setup("", plan)
    }
    var values: [[String]] = []
    for workers in [1, 2] {
      let outcome = try await Solver(
        [axis], target: 0.7, people: trial.people(over: [axis]),
        evaluate: trial.evaluation(on: Workers(workers), meter: ProgressMeter())
      ).solve()
      let answer = try #require(outcome.answer)
      #expect((answer.numbers[0] - 0.7).magnitude < 0.05, "\(answer.numbers)")
      // More newcomers a member are more people.
      #expect(outcome.people.low.map { $0 > 0 } == true, "\(outcome.people)")
      #expect(outcome.confirmation?.contains(0.7) == true)
      values.append(
        answer.values + [outcome.confirmation.map { "\($0.low) \($0.high)" } ?? "none"])
    }
    #expect(values[0] == values[1])
  }
}
