import GrowthloopFindings
import GrowthloopModel
import SimulationKernel
import Statistics
import Testing

@testable import GrowthloopStudies

@Suite("Comparisons · a race of inputs")
struct InputRaceTests {
  /// A small town in which each parameter is a chance.
  private static func entry(
    _ name: String, _ low: Double, _ high: Double,
    _ change: (inout GrowthPlan, Double) -> Void
  ) throws -> InputRace.Entry {
    let range = ParameterRange(
      ParameterAxis(.chance, at: (low * high).squareRoot(), within: low...high) { "\($0)" },
      isAssumed: true)
    let yardstick = try #require(
      FairRanking(of: [Parameter(name, "", meaning: "", range: range)]).yardsticks.first)
    func setup(_ value: Double) -> Setup {
      var plan = GrowthPlan()
      plan.days = 40
      plan.behaviour.market.people = 2_000
      plan.behaviour.arrivals.seeds = 200
      change(&plan, value)
      return Setup("\(name)=\(value)", plan)
    }
    return InputRace.Entry(yardstick, InputRace.Ends(low: setup(low), high: setup(high)))
  }

  @Test func `the doubt about one app is ranked, not how apps differ`() throws {
    func axis(_ ends: ClosedRange<Double>) -> ParameterAxis {
      ParameterAxis(.chance, at: 0.25, within: ends) { "\($0)" }
    }
    let range = ParameterRange(axis(0.01...1), isAssumed: false, ofOne: axis(0.125...0.375))
    let parameter = Parameter("install", "0.25", meaning: "", range: range)
    let ofAll = try #require(FairRanking(of: [parameter]).yardsticks.first)
    #expect(ofAll.range.description == "0.01 to 1.0")
    let ofOne = try #require(FairRanking(of: [parameter], ofOneApp: true).yardsticks.first)
    #expect(ofOne.range.description == "0.125 to 0.375, assumed")
  }

  private static func entries() throws -> [InputRace.Entry] {
    try [
      entry("nothing", 0.1, 0.2) { _, _ in },
      entry("tap", 0.1, 0.9) { $0.behaviour.recipients.tap = $1 },
      entry("nothing either", 0.3, 0.4) { _, _ in },
      entry("tap, a little", 0.35, 0.5) { $0.behaviour.recipients.tap = $1 },
    ]
  }

  @Test func `the widest movement comes first, with the interval over pairs`() async throws {
    let place = try #require(Metric.place(of: "conversion.tapped"))
    let race = InputRace(try Self.entries(), forMetric: place, seed: 3)
    #expect(race.total == 32)
    let movements = try #require(try await race.run(on: Workers(2)))
    #expect(
      movements.map(\.yardstick.key) == ["tap", "tap, a little", "nothing", "nothing either"])
    #expect(movements[0].estimate.contains(0.8))
    #expect(movements[1].estimate.contains(0.15))
    #expect(movements[2].estimate.value == 0, "the same luck at both ends")
    let alone = try #require(try await race.run(on: Workers(1)))
    #expect(alone.map(\.estimate) == movements.map(\.estimate))
  }

  @Test func `a variant runs at the ends of the finalists, for the difference at each`()
    async throws
  {
    let place = try #require(Metric.place(of: "conversion.tapped"))
    func setup(_ tap: Double) -> Setup {
      var plan = GrowthPlan()
      plan.days = 40
      plan.behaviour.market.people = 2_000
      plan.behaviour.arrivals.seeds = 200
      plan.behaviour.recipients.tap = tap
      return Setup("\(tap)", plan)
    }
    let tap = try Self.entries()[1].yardstick
    let entry = InputRace.Entry(
      tap, InputRace.Ends(low: setup(0.1), high: setup(0.9)),
      variant: InputRace.Ends(low: setup(0.4), high: setup(0.6)))
    let alone = InputRace([entry], forMetric: place, seed: 3)
    #expect(alone.total == 2 * (1 + 3))
    #expect(try await alone.run(on: Workers(2))?.first?.differences == nil)
    let found = Estimate(0.2, plusOrMinus: 0.1, confidence: 0.95)
    let race = InputRace(
      [entry], forMetric: place, seed: 3, beside: InputRace.Compared(found, in: 12))
    #expect(race.total == 2 * (1 + 3 + 4) + 2 * 12)
    let movement = try #require(try await race.run(on: Workers(2))?.first)
    let differences = try #require(movement.differences)
    #expect(differences.low.contains(0.3) && differences.high.contains(-0.3))
    let turn = try #require(movement.turn)
    #expect(turn.isHigh && turn.difference.high < 0 && turn.difference.contains(-0.3))
    #expect(turn.difference.halfWidth < differences.high.halfWidth, "twelve runs, and not four")
    // At the high end the base has its own difference, which is known; so the low one is the nearest.
    let other = InputRace(
      [
        InputRace.Entry(
          tap,
          InputRace.Ends(low: setup(0.1), high: setup(0.9), isBase: (low: false, high: true)),
          variant: InputRace.Ends(low: setup(0.4), high: setup(0.6)))
      ], forMetric: place, seed: 3, beside: InputRace.Compared(found, in: 4))
    let low = try #require(try await other.run(on: Workers(2))?.first?.turn)
    #expect(!low.isHigh && low.difference.value > 0)
  }

  @Test func `a chance that is nothing may be supposed up to an end`() {
    let supposed = FairRanking.supposed("sharing.dismissalCost", upTo: 0.3)
    #expect(supposed.ends.low.description == "sharing.dismissalCost=0")
    #expect(supposed.ends.high.description == "sharing.dismissalCost=0.3")
    #expect(supposed.range.isAssumed)
  }

  @Test func `who is seeded runs in the final whatever it moves`() async throws {
    var entries = try (0..<9).map { number in
      try Self.entry("\(number)", 0.1, 0.2) { $0.behaviour.recipients.tap = number < 8 ? $1 : 0.3 }
    }
    let last = entries.removeLast()
    entries.append(InputRace.Entry(last.yardstick, last.ends, isSeeded: true))
    let place = try #require(Metric.place(of: "conversion.tapped"))
    let race = InputRace(entries, forMetric: place, seed: 1)
    let movements = try #require(try await race.run(on: Workers(2)))
    #expect(movements.count == InputRace.finalists + 1)
    #expect(movements.last?.yardstick.key == "8")
  }

  @Test func `only the finalists run more than once`() throws {
    let many = try (0..<9).map { try Self.entry("\($0)", 0.1, 0.2) { _, _ in } }
    #expect(InputRace(many, forMetric: 0, seed: 1).total == 2 * 9 + 2 * 3 * InputRace.finalists)
    #expect(InputRace([], forMetric: 0, seed: 1).total == 0)
  }

  @Test func `an interrupted race has no winner`() async throws {
    let race = InputRace(try Self.entries(), forMetric: 0, seed: 1)
    let task = Task {
      // Cancelled before it begins.
      while !Task.isCancelled { await Task.yield() }
      return try await race.run(on: Workers(1))
    }
    task.cancel()
    #expect(try await task.value == nil)
  }
}
