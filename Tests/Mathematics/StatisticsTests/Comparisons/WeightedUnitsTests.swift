import Statistics
import TestSupport
import Testing

@Suite("Comparisons · weighted units")
struct WeightedUnitsTests {
  private func group(_ variances: [Double]) -> WeightedUnits {
    var group = WeightedUnits()
    for variance in variances { group.add(variance: variance) }
    return group
  }

  @Test(arguments: [[45.0, 5, 5, 5, 5, 5, 5, 5, 5, 5], [20, 10, 10, 2, 2, 2], [1, 1.5]])
  func `with variances as their sizes they are unlike units`(sizes: [Double]) {
    let all = sizes.reduce(0, +)
    let group = group(sizes)
    var unlike = UnlikeUnits()
    for size in sizes {
      #expect(group.factor(size / all, variance: size).isClose(to: unlike.add(size / all)))
    }
  }

  /// The expected square of a unit's distance from the mean, corrected, is its variance.
  @Test func `the corrected squares add up to the variance of the mean`() {
    let (sizes, variances) = ([8.0, 4, 2, 1, 1], [64.0, 16, 4, 1, 1])
    let (group, sum) = (group(variances), variances.reduce(0, +))
    let expected = zip(sizes, variances).map { size, variance in
      let share = size / 16
      return group.factor(share, variance: variance)
        * (variance - 2 * share * variance + share * share * sum)
    }
    #expect(expected.reduce(0, +).isClose(to: sum))
  }

  @Test func `a unit that is everything tells nothing`() {
    let group = group([1])
    #expect(group.factor(1, variance: 1) == 1)
  }
}
