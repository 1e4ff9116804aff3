import Statistics
import TestSupport
import Testing

@Suite("Comparisons · the split that was meant, looked at whenever one likes")
struct SequentialSampleRatioTests {
  /// Published by Lindon and Malek for these counts, with a concentration of 10,000.
  @Test(arguments: [
    ([500, 600], 0.6715, 0.00257), ([5_000, 5_300], 0.1552, 0.00312),
    ([10_000, 10_400], 0.1255, 0),
    ([821_588, 815_482], 1.56e-4, 1.82e-6), ([100, 900], 2.368e-13, 0),
  ])
  func `published counts, beside what a single look says`(
    counts: [Int], pValue: Double, once: Double
  ) throws {
    let sequential = SequentialSampleRatio(counts: counts, expectedSplit: [1, 1])
    #expect(sequential.pValue.isClose(to: pValue, within: 5e-3))
    let single = try #require(SampleRatioMismatch(counts: counts, expectedSplit: [1, 1]))
    #expect(single.pValue < sequential.pValue)
    if once > 0 { #expect(single.pValue.isClose(to: once, within: 5e-3)) }
  }

  @Test func `any split in any unit, and no count says nothing`() {
    #expect(SequentialSampleRatio(counts: [0, 0, 0], expectedSplit: [1, 2, 3]).pValue == 1)
    let counts = [5_050, 2_380, 2_670]
    let shares = SequentialSampleRatio(counts: counts, expectedSplit: [0.5, 0.25, 0.25])
    let parts = SequentialSampleRatio(counts: counts, expectedSplit: [2, 1, 1])
    #expect(shares == parts)
    #expect(shares.pValue < 1)
  }

  @Test func `thirty looks at a true split alarm more often than said, but not by this test`() {
    let trials = 400
    let looks = 30
    var luck = SeededChance(seed: 7)
    var (once, always) = (0, 0)
    for _ in 0..<trials {
      var counts = [0, 0]
      var (isAlarmed, isAlwaysAlarmed) = (false, false)
      for _ in 0..<looks {
        for _ in 0..<200 { counts[luck.normal() < 0 ? 0 : 1] += 1 }
        let single = SampleRatioMismatch(counts: counts, expectedSplit: [1, 1])
        isAlarmed = isAlarmed || single?.isAlarming(below: 0.05) == true
        // A wide alternative, so that the test has its power at these counts.
        let sequential = SequentialSampleRatio(
          counts: counts, expectedSplit: [1, 1], concentration: 1_000)
        isAlwaysAlarmed = isAlwaysAlarmed || sequential.isAlarming(below: 0.05)
      }
      if isAlarmed { once += 1 }
      if isAlwaysAlarmed { always += 1 }
    }
    // Thirty looks at 1.96 reject .2802 by recursive integration; four standard errors.
    let error = (0.2802 * 0.7198 / Double(trials)).squareRoot()
    #expect((Double(once) / Double(trials) - 0.2802).magnitude < 4 * error)
    let most = 0.05 + 4 * (0.05 * 0.95 / Double(trials)).squareRoot()
    #expect(Double(always) / Double(trials) <= most)
  }
}
