import Statistics
import TestSupport
import Testing

@Suite("Comparisons · units of unlike sizes")
struct UnlikeUnitsTests {
  private func units(_ sizes: [Double]) -> (factors: [Double], degreesOfFreedom: Double) {
    let all = sizes.reduce(0, +)
    var units = UnlikeUnits()
    let factors = sizes.map { units.add($0 / all) }
    return (factors, units.degreesOfFreedom)
  }

  @Test(arguments: [2, 7, 400])
  func `of one size they are n less one`(count: Int) {
    let units = units([Double](repeating: 3, count: count))
    #expect(units.degreesOfFreedom.isClose(to: Double(count - 1)))
    for factor in units.factors { #expect(factor.isClose(to: Double(count) / Double(count - 1))) }
  }

  /// tr(B)² / tr(B²) of the matrix of the corrected distances, written out.
  @Test(arguments: [[45.0, 5, 5, 5, 5, 5, 5, 5, 5, 5], [20, 10, 10, 2, 2, 2], [1, 1.5]])
  func `the degrees of freedom are those of the matrix of distances`(sizes: [Double]) {
    let all = sizes.reduce(0, +)
    let shares = sizes.map { $0 / all }
    var (trace, square) = (0.0, 0.0)
    for (row, one) in shares.enumerated() {
      for (column, other) in shares.enumerated() {
        let entry =
          ((row == column ? one : 0) - one * other) / ((1 - one) * (1 - other)).squareRoot()
        if row == column { trace += entry }
        square += entry * entry
      }
    }
    #expect(units(sizes).degreesOfFreedom.isClose(to: trace * trace / square))
  }

  @Test func `a unit that is everything tells nothing`() {
    #expect(units([4]).factors == [1])
    #expect(units([4]).degreesOfFreedom == 1)
  }
}
