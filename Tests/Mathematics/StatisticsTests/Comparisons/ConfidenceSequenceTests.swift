import Statistics
import TestSupport
import Testing

@Suite("Comparisons · looking whenever one likes")
struct ConfidenceSequenceTests {
  /// Half-widths against those of a single look, computed from the formula of the paper.
  @Test(arguments: [
    (5_000, 1.549), (500, 1.967), (10_000, 1.562), (500_000, 1.817),
  ])
  func `the price of looking whenever is half as much again, or more`(count: Int, ratio: Double) {
    let once = 1.959963984540054 / Double(count).squareRoot()
    let always = ConfidenceSequence(tunedFor: 5_000).halfWidth(after: count)
    #expect((always / once - ratio).magnitude < 0.0005)
  }

  @Test func `the sequence is tightest where it was tuned`() {
    func ratio(_ tunedFor: Double) -> Double {
      ConfidenceSequence(tunedFor: tunedFor).halfWidth(after: 5_000)
    }
    #expect(ratio(5_000) < ratio(4_000))
    #expect(ratio(5_000) < ratio(6_000))
  }

  /// Half-widths of the mixture test at σ = 1 and τ² = 0.01, from its own formula.
  @Test(arguments: [(100, 0.36564), (1_000, 0.09606), (10_000, 0.03273)])
  func `the mixture test is the same sequence`(count: Int, halfWidth: Double) {
    let sequence = ConfidenceSequence(mixedOver: 0.1)
    #expect((sequence.halfWidth(after: count) - halfWidth).magnitude < 5e-6)
  }

  @Test func `a mean has an interval at any time`() throws {
    let sample = SampleSummary(count: 5_000, mean: 3, variance: 4)
    let estimate = try #require(ConfidenceSequence().estimate(of: sample))
    #expect(estimate.value == 3)
    #expect(estimate.halfWidth.isClose(to: 2 * 0.04292433718826846))
  }

  /// Repeated looks at 1.96, by the recursive integration of Armitage, McPherson and Rowe (1969).
  @Test(arguments: [(1, 0.0499), (2, 0.0832), (5, 0.1416), (10, 0.1933)])
  func `who peeks is fooled more often, but not by a sequence`(looks: Int, chance: Double) {
    let trials = 3_000
    let perLook = 500
    var luck = SeededChance(seed: UInt64(looks))
    let sequence = ConfidenceSequence(tunedFor: Double(looks * perLook))
    var (naive, always) = (0, 0)
    for _ in 0..<trials {
      // A sum of 500 standard normal observations a look; there is nothing to be found.
      var sum = 0.0
      var (isFooled, isAlwaysFooled) = (false, false)
      for look in 1...looks {
        sum += luck.normal() * Double(perLook).squareRoot()
        let count = look * perLook
        let mean = sum / Double(count)
        isFooled = isFooled || (sum / Double(count).squareRoot()).magnitude > 1.959963984540054
        isAlwaysFooled = isAlwaysFooled || mean.magnitude > sequence.halfWidth(after: count)
      }
      naive += isFooled ? 1 : 0
      always += isAlwaysFooled ? 1 : 0
    }
    expect(share: naive, of: trials, toBe: chance)
    #expect(Double(always) / Double(trials) <= 0.05)
  }

  /// Where the martingale of the paper reaches 20, by bisection in another language.
  @Test(arguments: [
    (8, 2.577981417696682), (16, 0.9175498422960869), (32, 0.5743695393197943),
    (100, 0.3164040291394956),
  ])
  func `few observations have the interval of the mixed t-test`(
    count: Int, halfWidth: Double
  ) throws {
    let sequence = ConfidenceSequence(tunedFor: 32)
    let sample = SampleSummary(count: count, mean: 0, variance: 1)
    #expect(try #require(sequence.estimate(ofFew: sample)).halfWidth.isClose(to: halfWidth))
    #expect(sequence.estimate(ofFew: SampleSummary(count: 6, mean: 9, variance: 1)) == nil)
    #expect(sequence.estimate(ofFew: SampleSummary(count: 9, mean: 9, variance: 0)) == nil)
  }
}
