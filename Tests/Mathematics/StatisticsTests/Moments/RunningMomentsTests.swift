import Statistics
import TestSupport
import Testing

@Suite("Moments · of numbers that come one at a time")
struct RunningMomentsTests {
  static let numbers = [2.0, 3.5, 1.0, 8.25, 4.75, 4.75, -3.0, 12.5]

  @Test func `they are those that SciPy computes`() {
    let moments = RunningMoments(Self.numbers)
    #expect(moments.count == 8)
    #expect(moments.mean.isClose(to: 4.21875))
    #expect(moments.variance.isClose(to: 21.900669642857142))
    #expect(moments.skewness.isClose(to: 0.3172686381222396))
    #expect(moments.excessKurtosis.isClose(to: -0.33994898002550666))
    #expect(moments.minimum == -3)
    #expect(moments.maximum == 12.5)
  }

  @Test func `the mean has Student's interval`() throws {
    let estimate = try #require(RunningMoments(Self.numbers).meanEstimate())
    #expect(estimate.low.isClose(to: 0.3063266426860074))
    #expect(estimate.high.isClose(to: 8.131173357313992))
    #expect(estimate.confidence == 0.95)
  }

  @Test func `a thousand million added to each number changes only the mean`() {
    let near = RunningMoments(Self.numbers)
    let far = RunningMoments(Self.numbers.map { $0 + 1e9 })
    // The numbers are multiples of a quarter: exact after the shift. What is lost is lost in the
    // mean, a rounding error of 1e9 · 2⁻⁵³ against a spread of 5.
    #expect(far.variance.isClose(to: near.variance ?? 0, within: 1e-6))
    #expect(far.skewness.isClose(to: near.skewness ?? 0, within: 1e-5))
    #expect(far.mean == 1_000_000_004.21875)
  }

  @Test(arguments: [0, 1, 2, 5, 7, 8])
  func `two that merge become what one would have become`(cut: Int) {
    let all = RunningMoments(Self.numbers)
    var merged = RunningMoments(Self.numbers[..<cut])
    merged.merge(RunningMoments(Self.numbers[cut...]))
    #expect(merged.count == all.count)
    #expect(merged.mean.isClose(to: all.mean ?? 0))
    #expect(merged.variance.isClose(to: all.variance ?? 0))
    #expect(merged.skewness.isClose(to: all.skewness ?? 0, within: 1e-12))
    #expect(merged.excessKurtosis.isClose(to: all.excessKurtosis ?? 0, within: 1e-12))
    #expect(merged.minimum == all.minimum)
    #expect(merged.maximum == all.maximum)
  }

  @Test func `nothing and one number have no spread`() {
    #expect(RunningMoments().mean == nil)
    #expect(RunningMoments().minimum == nil)
    #expect(RunningMoments().meanEstimate() == nil)
    let one = RunningMoments([7])
    #expect(one.mean == 7)
    #expect(one.variance == nil)
    #expect(one.skewness == nil)
    #expect(one.meanEstimate() == nil)
  }

  @Test func `equal numbers have an interval of no width and no shape`() {
    let moments = RunningMoments([3, 3, 3])
    #expect(moments.variance == 0)
    #expect(moments.skewness == nil)
    #expect(moments.excessKurtosis == nil)
    #expect(moments.meanEstimate()?.low == 3)
    #expect(moments.meanEstimate()?.high == 3)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity], [0, 1, 3])
  func `what is not finite is never passed over`(wild: Double, position: Int) {
    var numbers = [1.0, 2, 4]
    numbers.insert(wild, at: position)
    var merged = RunningMoments([5, 6])
    merged.merge(RunningMoments(numbers))
    for moments in [RunningMoments(numbers), merged] {
      #expect(moments.mean?.isNaN == true)
      #expect(moments.variance?.isNaN == true)
      #expect(moments.skewness?.isNaN == true)
      #expect(moments.minimum?.isNaN == true)
      #expect(moments.maximum?.isNaN == true)
      #expect(moments.meanEstimate() == nil)
    }
    #expect(RunningMoments(numbers).count == 4)
  }
}
