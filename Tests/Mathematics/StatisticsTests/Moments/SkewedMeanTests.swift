import RandomStreams
import TestSupport
import Testing

@testable import Statistics

@Suite("Statistics · means of skewed times")
struct SkewedMeanTests {
  @Test func `numbers that hardly vary have Student's interval`() throws {
    let numbers = [100, 101.5, 99, 100.2, 98.7, 101.1]
    let skewed = try #require(SkewedMean(numbers).estimate())
    let student = try #require(RunningMoments(numbers).meanEstimate())
    #expect(skewed.value == student.value)
    #expect(skewed.halfWidth.isClose(to: student.halfWidth, within: 0.01))
  }

  @Test func `skewed numbers reach farther above than below`() throws {
    let estimate = try #require(SkewedMean([1, 2, 2, 4, 30]).estimate())
    #expect(
      estimate.low > 0 && estimate.high - estimate.value > 2 * (estimate.value - estimate.low))
  }

  @Test func `numbers that are not positive have Student's`() {
    #expect(
      SkewedMean([0, 1, 5]).estimate() == RunningMoments([0, 1, 5]).meanEstimate())
    #expect(SkewedMean([1]).estimate() == nil)
  }

  @Test func `the mean of a log-normal is held where Student's interval misses it`() throws {
    var chance = SeededChance(seed: 3)
    var (held, student) = (0, 0)
    for _ in 0..<1_000 {
      let numbers = (0..<8).map { _ in Double.exp(chance.normal()) }
      let truth = Double.exp(0.5)
      held += try #require(SkewedMean(numbers).estimate()).contains(truth) ? 1 : 0
      student += try #require(RunningMoments(numbers).meanEstimate()).contains(truth) ? 1 : 0
    }
    #expect(held >= 930 && student < 900, "\(held) and \(student) of 1000")
  }
}
