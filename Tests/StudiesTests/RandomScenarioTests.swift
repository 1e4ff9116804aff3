import RandomScenarios
import Testing

@Suite("Random scenarios · what is true of every valid one", .serialized)
struct RandomScenarioTests {
  @Test(.timeLimit(.minutes(60)))
  func `sixty of them keep every law of conservation, whatever the allocator does`() async {
    var tooLarge: [String] = []
    for seed in 1...60 as ClosedRange<UInt64> {
      // Every twentieth is as large as those that are drawn for hours.
      let scenario =
        seed.isMultiple(of: 20)
        ? RandomScenario(drawnBy: seed) : RandomScenario(drawnBy: seed, events: 25_000)
      // Threads that wait for each other every minute suit no machine that runs other tests beside.
      let trial = await ScenarioTrial(scenario, dividing: seed % 10 == 1)
      #expect(trial.problems.isEmpty, "\(scenario.command)")
      if trial.isTooLarge { tooLarge.append(scenario.command) }
    }
    // Rates multiply, and what is drawn changes with every new key: hardly any may be left unproven.
    #expect(tooLarge.count <= 2, "\(tooLarge.joined(separator: "\n"))")
  }

  @Test func `a seed draws the same scenario every time, and another seed another`() {
    let first = RandomScenario(drawnBy: 7)
    #expect(first.command == RandomScenario(drawnBy: 7).command)
    #expect(first.command != RandomScenario(drawnBy: 8).command)
  }

  @Test func `among three hundred of them, every key of a scenario is changed in some`() {
    var untouched = RandomScenario.drawnKeys
    for seed in 1...300 as ClosedRange<UInt64> where !untouched.isEmpty {
      untouched.subtract(RandomScenario(drawnBy: seed).changes.map { String($0.key) })
    }
    #expect(untouched.sorted() == [])
  }

  @Test func `a value of every setting and parameter can be drawn, but for three texts`() {
    #expect(
      RandomScenario.allKeys.subtracting(RandomScenario.drawnKeys).sorted() == [
        "app.name", "link.host", "link.scheme", "money.currency", "use.retention",
      ])
  }

  @Test func `changes that go on and on are read without a crash, and refused or taken`() {
    var refused = 0
    for seed in 1...500 as ClosedRange<UInt64> {
      if RandomScenario(RandomScenario.extremes(drawnBy: seed), seed: seed) == nil { refused += 1 }
    }
    #expect((1..<500).contains(refused))
  }

  @Test func `what fails is made as small as it goes`() async {
    let drawn = RandomScenario(drawnBy: 3)
    #expect(drawn.changes.count > 4)
    let smallest = await drawn.smallest { candidate in
      candidate.changes.contains { $0.key == "arrivals.seeds" }
    }
    let keys = Set(smallest.changes.map { String($0.key) })
    #expect(keys == ["market.people", "days", "arrivals.seeds"])
    let options = smallest.changes.map { "--set \($0.text)" }.joined(separator: " ")
    #expect(smallest.command == "growthloop simulate \(options) --replications 2 --seed 3")
  }
}
