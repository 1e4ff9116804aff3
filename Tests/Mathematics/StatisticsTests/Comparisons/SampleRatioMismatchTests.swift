import Statistics
import TestSupport
import Testing

@Suite("Comparisons · the split that was meant, and what is known beforehand")
struct SampleRatioMismatchTests {
  @Test func `a hundredth of a split can be no chance`() throws {
    let mismatch = try #require(
      SampleRatioMismatch(counts: [821_588, 815_482], expectedSplit: [1, 1]))
    #expect((mismatch.pValue - 1.82e-6).magnitude < 0.005e-6)
    #expect(mismatch.isAlarming())
    #expect(!mismatch.isAlarming(below: 1e-6))
  }

  @Test func `any split in any unit`() throws {
    // scipy.stats.chisquare([5050, 2480, 2470], [5000, 2500, 2500])
    let mismatch = try #require(
      SampleRatioMismatch(counts: [5_050, 2_480, 2_470], expectedSplit: [50, 25, 25]))
    #expect(mismatch.statistic.isClose(to: 1.02))
    #expect(mismatch.pValue.isClose(to: 0.600495578812266))
    #expect(!mismatch.isAlarming())
  }

  @Test func `no one counted says nothing, exactly as meant says one`() {
    #expect(SampleRatioMismatch(counts: [0, 0], expectedSplit: [1, 1]) == nil)
    #expect(SampleRatioMismatch(counts: [7, 7], expectedSplit: [1, 1])?.pValue == 1)
  }

  @Test func `a control takes off the variance that it explains`() throws {
    var chance = SeededChance(seed: 21)
    var variate = ControlVariate()
    #expect(variate.coefficient == nil)
    #expect(variate.adjusted(toControlMean: 0) == nil)
    for _ in 0..<2_000 {
      // A correlation of 0.7 with the control, whose mean is 10 and whose variance is 4.
      let control = chance.normal()
      let value = 0.7 * control + (1 - 0.49).squareRoot() * chance.normal()
      variate.record(value, control: 10 + 2 * control)
    }
    let standardError = 1 / 2_000.0.squareRoot()
    #expect(try #require(variate.coefficient).isClose(to: 0.35, within: 0.2))
    #expect((try #require(variate.remainingVariance) - 0.51).magnitude < 4 * standardError)
    let adjusted = try #require(variate.adjusted(toControlMean: 10))
    #expect(adjusted.count == 2_000)
    #expect(adjusted.mean.magnitude < 4 * 0.72 * standardError)
    #expect(adjusted.variance.isClose(to: 0.51, within: 4 * 1.42 * standardError))
  }

  /// The line through these five points leaves squares of 3.6 by `numpy.polyfit` 2.4, with three
  /// degrees of freedom.
  @Test func `the coefficient costs a degree of freedom`() throws {
    var variate = ControlVariate()
    for (control, value) in [(1.0, 2.0), (2, 1), (3, 4), (4, 3), (5, 5)] {
      variate.record(value, control: control)
    }
    let adjusted = try #require(variate.adjusted(toControlMean: 3))
    #expect(try #require(variate.coefficient).isClose(to: 0.8))
    #expect(adjusted.mean.isClose(to: 3))
    #expect(adjusted.variance.isClose(to: 1.2))
  }

  @Test func `a control that is the value leaves nothing but its known mean`() throws {
    var variate = ControlVariate()
    for value in [1.0, 2, 4, 9] { variate.record(3 * value + 1, control: value) }
    let adjusted = try #require(variate.adjusted(toControlMean: 5))
    #expect(adjusted.mean.isClose(to: 16))
    #expect(adjusted.variance < 1e-12)
    var still = ControlVariate()
    for value in [1.0, 2, 4] { still.record(value, control: 8) }
    #expect(still.adjusted(toControlMean: 8) == nil)
    variate.record(.nan, control: 3)
    #expect(variate.remainingVariance == nil)
    #expect(variate.adjusted(toControlMean: 5) == nil)
  }
}
