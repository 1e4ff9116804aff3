import RandomStreams
import Statistics
import Testing

@Suite("Statistics · the ratio of two means from the same replications")
struct PairedRatioTests {
  @Test func `over a constant it is Student's interval, divided`() throws {
    let estimate = try #require(PairedRatio.estimate([1.8, 2.2], per: [2, 2]))
    #expect(estimate.value == 1)
    // A standard error of 0.2, and 12.706 of it at one degree of freedom, over 2.
    #expect((estimate.halfWidth - 12.706_2 * 0.2 / 2).magnitude < 1e-4)
  }

  @Test func `the ends are ratios that the pairs just do not reject`() throws {
    let (above, below) = ([3.1, 2.2, 4.0, 3.3, 2.9], [10.0, 9.1, 11.4, 10.2, 9.9])
    let estimate = try #require(PairedRatio.estimate(above, per: below))
    #expect(estimate.value == above.reduce(0, +) / below.reduce(0, +))
    for end in [estimate.low, estimate.high] {
      var moments = RunningMoments()
      for (above, below) in zip(above, below) { moments.record(above - end * below) }
      let mean = try #require(moments.mean)
      let error = try #require(moments.standardError)
      // Student's 0.975 quantile at four degrees of freedom.
      #expect((mean.magnitude / error - 2.776_445).magnitude < 1e-4)
    }
  }

  @Test func `95% of the intervals hold the true ratio`() throws {
    var held = 0
    for study in 0..<2_000 {
      var draw = RandomSource(seed: 11).stream(for: Purpose(rawValue: 1))[UInt64(study)]
      var (above, below) = ([Double](), [Double]())
      for _ in 0..<12 {
        let shared = Double.normalQuantile(draw.openUniform())
        below.append(5 + shared)
        above.append(10 + shared + Double.normalQuantile(draw.openUniform()))
      }
      if try #require(PairedRatio.estimate(above, per: below)).contains(2) { held += 1 }
    }
    // Fieller's is exact for normal pairs: within 3.3 deviations of 1,900.
    #expect((1_868...1_932).contains(held), "\(held)")
  }

  @Test func `without a denominator that is surely unlike zero there is none`() {
    #expect(PairedRatio.estimate([1, 2, 3], per: [-1, 1, 0.1]) == nil)
    #expect(PairedRatio.estimate([1], per: [1]) == nil)
    #expect(PairedRatio.estimate([1, 2], per: [0, 0]) == nil)
  }
}
