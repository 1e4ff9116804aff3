import Statistics
import TestSupport
import Testing

@Suite("Replications · means, pairs and when to stop")
struct ReplicationTests {
  @Test func `ninety-five of a hundred intervals hold the truth`() {
    var chance = SeededChance(seed: 31)
    var held = 0
    for _ in 0..<2_000 {
      let estimate = Replications(chance.normals(6, mean: 3)).estimate()
      if estimate?.contains(3) == true { held += 1 }
    }
    expect(share: held, of: 2_000, toBe: 0.95)
  }

  @Test func `pairs under one seed tell a difference that luck would hide`() {
    var chance = SeededChance(seed: 5)
    var pairs = PairedDifference()
    for _ in 0..<400 {
      let luck = 3 * chance.normal()
      pairs.record(before: luck + chance.normal(), after: luck + chance.normal() + 0.5)
    }
    #expect(pairs.estimate()?.contains(0.5) == true)
    #expect(pairs.estimate()?.contains(0) == false)
    // (10 + 10) / 2 and 9 / 10; the factor's own error is some seven in a hundred.
    #expect(pairs.varianceReduction.isClose(to: 10, within: 0.3))
    #expect(pairs.correlation.isClose(to: 0.9, within: 0.04))
  }

  @Test func `pairs that differ by the same leave nothing to estimate`() {
    var pairs = PairedDifference()
    #expect(pairs.estimate() == nil)
    pairs.record(before: 1, after: 3)
    #expect(pairs.varianceReduction == nil)
    pairs.record(before: 5, after: 7)
    #expect(pairs.estimate() == Estimate(2, from: 2, to: 2, confidence: 0.95))
    #expect(pairs.varianceReduction == .infinity)
    #expect(pairs.correlation == 1)
    var still = PairedDifference()
    for _ in 0..<3 { still.record(before: 1, after: 1) }
    #expect(still.varianceReduction == nil)
    #expect(still.correlation == nil)
    pairs.record(before: .nan, after: 1)
    #expect(pairs.estimate() == nil)
    #expect(pairs.varianceReduction == nil)
    #expect(pairs.correlation == nil)
  }

  @Test func `it stops once the interval is narrow enough, not before the minimum`() throws {
    let rule = SequentialStopping(at: .halfWidth(0.25), minimum: 10, maximum: 1_000)
    var chance = SeededChance(seed: 8)
    var run = Replications()
    while rule.outcome(after: run.moments) == nil { run.record(chance.normal()) }
    let outcome = try #require(rule.outcome(after: run.moments))
    #expect(outcome == .reached(replications: run.count))
    #expect(try #require(run.estimate()).halfWidth <= 0.25)
    // About (1.96 / 0.25)² are needed.
    #expect((40...90).contains(outcome.replications))
    let before = Replications(run.values.dropLast())
    #expect(try #require(before.estimate()).halfWidth > 0.25)
  }

  @Test func `two equal values do not end it before the minimum`() {
    let rule = SequentialStopping(at: .relativeHalfWidth(0.1), minimum: 5, maximum: 20)
    #expect(rule.outcome(after: RunningMoments([4, 4, 4, 4])) == nil)
    #expect(rule.outcome(after: RunningMoments([4, 4, 4, 4, 4])) == .reached(replications: 5))
  }

  @Test func `a spent budget is said to be spent`() {
    let rule = SequentialStopping(at: .relativeHalfWidth(0.01), minimum: 2, maximum: 4)
    #expect(rule.outcome(after: RunningMoments([1, 2, 3])) == nil)
    #expect(rule.outcome(after: RunningMoments([1, 2, 3, 4])) == .budgetSpent(replications: 4))
  }

  @Test func `what is not finite spends the budget and gives no interval`() {
    let rule = SequentialStopping(at: .halfWidth(100), minimum: 2, maximum: 3)
    let run = Replications([.nan, 1, 1])
    #expect(rule.outcome(after: Replications([.nan, 1]).moments) == nil)
    #expect(rule.outcome(after: run.moments) == .budgetSpent(replications: 3))
    #expect(run.estimate() == nil)
  }
}
