import RandomStreams
import Statistics
import Testing

@Suite("Statistics · the ratio of two paired means")
struct PairedLogRatioTests {
  @Test func `what both sides share cancels`() throws {
    let before = [1.0, 2, 3, 4]
    let estimate = try #require(
      PairedLogRatio.estimate(before: before, after: before.map { 3 * $0 }))
    #expect((estimate.value - Double.log(3)).magnitude < 1e-12)
    #expect(estimate.halfWidth < 1e-12)
  }

  @Test func `the interval is Student's over the linearised pairs`() throws {
    let estimate = try #require(PairedLogRatio.estimate(before: [1, 1], after: [1.8, 2.2]))
    #expect((estimate.value - Double.log(2)).magnitude < 1e-12)
    // The pairs are 0.9 − 1 and 1.1 − 1: a deviation of 0.1414, a standard error of 0.1, and 12.706
    // of it at one degree of freedom.
    #expect((estimate.halfWidth - 1.270_62).magnitude < 1e-4)
  }

  @Test func `without two pairs, or a mean above zero, there is none`() {
    #expect(PairedLogRatio.estimate(before: [1], after: [2]) == nil)
    #expect(PairedLogRatio.estimate(before: [0, 0], after: [1, 2]) == nil)
    #expect(PairedLogRatio.estimate(before: [], after: []) == nil)
  }
}
