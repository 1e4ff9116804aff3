import RandomStreams
import Testing
import TestSupport

@testable import Statistics

@Suite("Replications · planned looks")
struct PlannedLooksTests {
  @Test(arguments: [
    (32, 128, [32, 64, 128]), (8, 8, [8]), (8, 20, [8, 16, 20]), (1, 2, [1, 2]),
    (10, 19, [10, 19]),
  ])
  func `they double until all is spent`(first: Int, most: Int, counts: [Int]) {
    #expect(PlannedLooks(from: first, to: most).counts == counts)
  }

  @Test func `a single look is the interval that everybody knows`() {
    let moments = RunningMoments([1, 2, 4, 8])
    let looks = PlannedLooks(from: 4, to: 4)
    #expect(looks.estimate(of: moments, after: 4) == moments.meanEstimate())
  }

  @Test func `whoever may look again is told less at once`() throws {
    let moments = RunningMoments((1...32).map { Double($0 % 7) })
    let once = try #require(PlannedLooks(from: 32, to: 32).estimate(of: moments, after: 32))
    let again = try #require(PlannedLooks(from: 32, to: 128).estimate(of: moments, after: 32))
    #expect(again.halfWidth > once.halfWidth * 1.1 && again.halfWidth < once.halfWidth * 1.3)
    #expect(again.confidence == 0.95)
  }

  /// Something whose true mean lies exactly on the limit, so that whatever is decided is wrong.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let first, most: Int
    /// A number with mean 0.
    let draw: @Sendable (inout SeededChance) -> Double
  }

  static let cases = [
    Case(testDescription: "normal, 8 to 64", first: 8, most: 64) { $0.normal() },
    Case(testDescription: "normal, 16 to 128", first: 16, most: 128) { $0.normal() },
    Case(testDescription: "uniform, 8 to 128", first: 8, most: 128) { $0.uniform() - 0.5 },
  ]

  /// How often a limit at the true mean is called kept or missed by a rule for intervals.
  private static func wrongShare(
    _ trial: Case, trials: Int = 4_000, _ interval: (PlannedLooks, RunningMoments) -> Estimate?
  ) -> Double {
    let looks = PlannedLooks(from: trial.first, to: trial.most)
    let wrong = (0..<trials).count { number in
      var chance = SeededChance(seed: UInt64(number))
      var moments = RunningMoments()
      return looks.counts.contains { count in
        while moments.count < count { moments.record(trial.draw(&chance)) }
        return interval(looks, moments)?.contains(0) == false
      }
    }
    return Double(wrong) / Double(trials)
  }

  @Test(arguments: cases)
  func `a truth that lies on the limit is called wrongly in one case of twenty at most`(
    _ trial: Case
  ) {
    let share = Self.wrongShare(trial) { $0.estimate(of: $1, after: $1.count) }
    // The standard error of 4,000 trials is 0.0034.
    #expect(share <= 0.05 + 2 * 0.0034, "\(share)")
    let peeking = Self.wrongShare(trial) { $1.meanEstimate() }
    #expect(peeking > 0.08, "plain intervals, looked at as often, mislead: \(peeking)")
  }
}
