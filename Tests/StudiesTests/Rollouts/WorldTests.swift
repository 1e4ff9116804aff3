import RandomStreams
import GrowthloopStudies
import Statistics
import Testing

@Suite("Rollouts · days between two worlds")
struct WorldTests {
  private static let stream = RandomSource(seed: 3).stream(for: 1)
  private static let worlds = WorldSeries([
    .init(
      without: .init(volumes: [[100, 200], [300, 400]], rate: 0.8),
      with: .init(volumes: [[100, 200], [300, 400]], rate: 0.4), isShare: true),
    .init(
      without: .init(volumes: [[100, 200], [300, 400]], rate: 2),
      with: .init(volumes: [[50, 50], [50, 50]], rate: 4), isShare: false),
  ])

  @Test func `an arm has its share of its world's volume, at its world's rate`() {
    let none = (with: (0, 0), without: (0, 0))
    var sums = [none, none]
    let walks = 2_000
    for walk in 0..<walks {
      var days = Self.worlds.days(of: walk, isDefective: true, stream: Self.stream)
      for (place, counts) in days.counts(of: 1, reaching: 0.25).enumerated() {
        sums[place].with.0 += counts.treated.numerator
        sums[place].with.1 += counts.treated.denominator
        sums[place].without.0 += counts.control.numerator
        sums[place].without.1 += counts.control.denominator
      }
    }
    // The second day of the replications: 300 on average, of which a quarter is reached.
    func isNear(_ found: Int, _ expected: Double) -> Bool {
      (Double(found) / Double(walks) / expected - 1).magnitude < 0.02
    }
    #expect(isNear(sums[0].with.1, 75) && isNear(sums[0].without.1, 225))
    #expect(isNear(sums[0].with.0, 30) && isNear(sums[0].without.0, 180))
    #expect(isNear(sums[1].with.1, 12.5) && isNear(sums[1].with.0, 50))
    #expect(isNear(sums[1].without.1, 225) && isNear(sums[1].without.0, 450))
  }

  @Test func `a change that does nothing is false as often as a rule permits`() throws {
    let guardrail = Guardrail("a")
    let plan = RolloutPlan(.product, guardrails: [guardrail])
    let world = WorldSeries([Self.worlds.guardrails[0]])
    var walker = RolloutWalker(plan, volumes: [300])
    let tally = walker.tally(1_500) {
      world.days(of: $0, isDefective: false, stream: Self.stream)
    }
    let share = try #require(tally.rolledBack.share)
    #expect((share - 0.05).magnitude < 4 * (0.05 * 0.95 / 1_500).squareRoot() + 0.005)
    #expect(tally.detected == tally.rolledBack && tally.heldUp == 0)
  }

  @Test func `days after the last simulated one are like it, and the same walk has the same luck`()
  {
    var days = Self.worlds.days(of: 5, isDefective: true, stream: Self.stream)
    var again = days
    #expect(days.counts(of: 9, reaching: 1)[0].treated.denominator == 400)
    #expect(days.counts(of: 1, reaching: 0.5) == again.counts(of: 1, reaching: 0.5))
  }
}
