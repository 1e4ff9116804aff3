import Statistics
import TestSupport
import Testing

@Suite("Comparisons · ratios of independent units, and what they did before")
struct RatioSampleTests {
  @Test func `with denominators of one it is the mean and its variance`() throws {
    var sample = RatioSample()
    for number in [2.0, 4, 9] { sample.record(numerator: number) }
    let summary = try #require(sample.summary)
    #expect(summary.count == 3)
    #expect(summary.mean.isClose(to: 5))
    #expect(summary.variance.isClose(to: 13))
  }

  /// The rows of each cluster, against the sandwich of a regression on the arm: the sum of residuals of
  /// each cluster, squared, over n² (1 − the cluster's share of the rows), as CR2 has it.
  @Test func `sums of clusters give what a cluster-robust regression gives`() throws {
    var chance = SeededChance(seed: 3)
    var sample = RatioSample()
    var clusters: [[Double]] = []
    for place in 0..<40 {
      let level = chance.normal()
      clusters.append((0...(place % 7)).map { _ in level + chance.normal() })
    }
    for rows in clusters {
      sample.record(numerator: rows.reduce(0, +), denominator: Double(rows.count))
    }
    let rows = clusters.flatMap { $0 }
    let mean = rows.reduce(0, +) / Double(rows.count)
    let squares = clusters.reduce(0) { sum, group in
      let residual = group.reduce(0) { $0 + $1 - mean }
      return sum + residual * residual / (1 - Double(group.count) / Double(rows.count))
    }
    let robust = squares / Double(rows.count * rows.count)
    let summary = try #require(sample.summary)
    #expect(summary.mean.isClose(to: mean))
    #expect((summary.variance / 40).isClose(to: robust))
  }

  /// Two arms of ten units, one of which has as many rows as all others together.
  @Test func `a few large units reject as rarely as they claim`() throws {
    var chance = SeededChance(seed: 21)
    var rejected = 0
    for _ in 0..<4_000 {
      let groups = (0..<2).map { _ in
        var sample = RatioSample()
        for unit in 0..<10 {
          let rows = unit == 0 ? 45.0 : 5
          sample.record(
            numerator: rows + rows.squareRoot() * chance.normal(), denominator: rows)
        }
        return sample.summary
      }
      let compared = TwoSample(
        control: try #require(groups[0]), treatment: try #require(groups[1]))
      if try #require(compared).fixedHorizon().pValue < 0.05 { rejected += 1 }
    }
    // 3.8% by 100,000 experiments; as if all units were of one size it would be 8.2%.
    #expect(abs(Double(rejected) / 4_000 - 0.038) < 0.012)
  }

  @Test func `the delta method's variance is that of ratios drawn again and again`() throws {
    var chance = SeededChance(seed: 8)
    var ratios = RunningMoments()
    var claimed = RunningMoments()
    for _ in 0..<600 {
      var sample = RatioSample()
      for _ in 0..<100 {
        let denominator = 2 + chance.normal().magnitude
        sample.record(
          numerator: 0.4 * denominator + 0.5 * chance.normal(), denominator: denominator)
      }
      let summary = try #require(sample.summary)
      ratios.record(summary.mean)
      claimed.record(summary.variance / 100)
    }
    // The variance of a variance of 600 is 2/599 of its square.
    let seen = try #require(ratios.variance)
    let error = (2.0 / 599).squareRoot()
    #expect((seen / (try #require(claimed.mean)) - 1).magnitude < 4 * error)
  }

  /// With the correlation ρ the variance that is left is 1 − ρ², and the effect stays the same.
  @Test func `what they did before takes its part from the variance, and nothing from the effect`()
    throws
  {
    var chance = SeededChance(seed: 5)
    var groups = (RatioSample(), RatioSample())
    func unit(_ lift: Double) -> (numerator: Double, before: Double) {
      let before = chance.normal()
      return (0.7 * before + (1 - 0.49).squareRoot() * chance.normal() + lift, 5 + 2 * before)
    }
    for _ in 0..<4_000 {
      let (control, treatment) = (unit(0), unit(0.1))
      groups.0.record(numerator: control.numerator, before: control.before)
      groups.1.record(numerator: treatment.numerator, before: treatment.before)
    }
    let adjusted = try #require(
      RatioSample.adjusted(control: groups.0, treatment: groups.1))
    let error = (2.0 / 4_000).squareRoot()
    #expect((adjusted.control.variance / 0.51 - 1).magnitude < 4 * error)
    #expect((adjusted.treatment.variance / 0.51 - 1).magnitude < 4 * error)
    let effect = adjusted.treatment.mean - adjusted.control.mean
    #expect((effect - 0.1).magnitude < 4 * (2 * 0.51 / 4_000).squareRoot())
  }

  /// Averaged over the denominators, what they did before would differ between the groups, and with
  /// a steady covariate of 5 the adjusted effect would be far from nought.
  @Test func `more of the denominator in one group is no effect`() throws {
    var chance = SeededChance(seed: 11)
    var groups = (RatioSample(), RatioSample())
    for _ in 0..<2_000 {
      for isTreated in [false, true] {
        let before = chance.normal()
        let denominator: Double = isTreated ? 7 : 5
        let rate = 0.4 + 0.1 * before + 0.1 * chance.normal()
        if isTreated {
          groups.1.record(numerator: rate * 7, denominator: denominator, before: 5 + before)
        } else {
          groups.0.record(numerator: rate * 5, denominator: denominator, before: 5 + before)
        }
      }
    }
    let adjusted = try #require(
      RatioSample.adjusted(control: groups.0, treatment: groups.1))
    let effect = adjusted.treatment.mean - adjusted.control.mean
    #expect(effect.magnitude < 4 * 0.1 * (2.0 / 2_000).squareRoot())
  }

  @Test func `what cannot be divided has no summary`() {
    var sample = RatioSample()
    #expect(sample.summary == nil)
    sample.record(numerator: 1, denominator: 0)
    sample.record(numerator: 2, denominator: 0)
    #expect(sample.summary == nil)
    sample.record(numerator: 2)
    #expect(sample.summary != nil)
    #expect(RatioSample.adjusted(control: sample, treatment: sample) == nil)
    sample.record(numerator: .infinity)
    #expect(sample.summary == nil)
  }
}
