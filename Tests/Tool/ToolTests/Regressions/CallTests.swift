import growthloop
import GrowthloopFindings
import Statistics
import Testing

@Suite("Regressions · what is called one")
struct CallTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let low, high: Double
    let call: RegressionCall
  }

  static let examples = [
    Example(testDescription: "beyond", low: 1.06, high: 1.2, call: .worse),
    Example(testDescription: "on the limit", low: 1.05, high: 1.2, call: .undecided),
    Example(testDescription: "up to the limit", low: 0.9, high: 1.05, call: .noDifference),
    Example(testDescription: "a sure 3%", low: 1.02, high: 1.04, call: .noDifference),
    Example(testDescription: "perhaps faster", low: 0.8, high: 1, call: .noDifference),
    Example(testDescription: "faster", low: 0.8, high: 0.9, call: .better),
    Example(testDescription: "wide", low: 0.7, high: 1.4, call: .undecided),
  ]

  @Test(arguments: examples)
  func `of a tolerance of 5%`(_ example: Example) {
    #expect(Tolerance(0.05).call(example.low, example.high) == example.call)
  }

  /// Faster by the tolerance is the ratio that is slower by it the other way round: 1 / 1.25, not 0.75.
  @Test func `a tolerance allows as much on either side`() {
    let tolerance = Tolerance(0.25)
    #expect(tolerance.call(1.26, 1.3) == .worse && tolerance.call(1 / 1.3, 1 / 1.26) == .better)
    #expect(tolerance.call(1.24, 1.3) == .undecided)
    #expect(tolerance.call(1 / 1.3, 1 / 1.24) == .noDifference)
  }

  private static func outcome(_ figures: [FigureRounds], judging names: Set<String>)
    -> RegressionOutcome
  {
    RegressionOutcome(figures, tolerance: Tolerance(0.05), seed: 1) { names.contains($0.name) }
  }

  @Test func `a tenth more is found in a machine's noise three times as great`() {
    let slower = NoisyRounds(slowing: 1.1).figure(seed: 8)
    let outcome = Self.outcome([slower], judging: ["p50"])
    #expect(outcome.call == .worse)
    let visible = outcome.comparisons[0].smallestVisible ?? .infinity
    #expect((0.05..<0.15).contains(visible))
  }

  @Test func `two builds alike are hardly ever called different`() {
    let called = (0..<80).count { seed in
      let call = Self.outcome([NoisyRounds().figure(seed: UInt64(seed))], judging: ["p50"]).call
      return call == .worse || call == .better
    }
    #expect(called == 0, "\(called) of 80")
  }

  @Test func `a figure that is only told decides nothing`() {
    let same = NoisyRounds(own: 0.01).figure("p50", seed: 2)
    let slower = NoisyRounds(slowing: 2).figure("p99", seed: 3)
    let outcome = Self.outcome([same, slower], judging: ["p50"])
    #expect(outcome.call == .noDifference)
    #expect(outcome.comparisons[1].call == nil)
    #expect(Self.outcome([same, slower], judging: ["p50", "p99"]).call == .worse)
    #expect(Self.outcome([same], judging: []).call == .undecided)
  }

  @Test func `judging several makes each interval wider`() {
    let figures = ["a", "b", "c"].map { NoisyRounds().figure($0, seed: 4) }
    let one = Self.outcome(figures, judging: ["a"]).comparisons[0].estimate?.ratio
    let all = Self.outcome(figures, judging: ["a", "b", "c"]).comparisons[0].estimate?.ratio
    #expect((all?.halfWidth ?? 0) > (one?.halfWidth ?? .infinity))
  }

  @Test(arguments: [1: 6, 2: 7, 3: 7, 10: 9])
  func `so many figures need so many rounds for any call`(_ figures: Int, _ rounds: Int) {
    #expect(RegressionOutcome.fewestRounds(judging: figures) == rounds)
    let names = Set((0..<figures).map { "\($0)" })
    func outcome(_ rounds: Int) -> RegressionOutcome {
      Self.outcome(
        names.map { NoisyRounds(rounds: rounds).figure($0, seed: 9) }, judging: names)
    }
    #expect(outcome(rounds).comparisons.allSatisfy { $0.estimate != nil })
    #expect(outcome(rounds - 1).comparisons.allSatisfy { $0.estimate == nil })
    #expect(outcome(rounds - 1).call == .undecided)
  }
}
