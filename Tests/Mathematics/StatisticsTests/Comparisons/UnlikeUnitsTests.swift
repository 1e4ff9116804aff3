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

@Suite("Comparisons · the contrast of two groups of unlike units")
struct UnlikeGroupsTests {
  /// The rows of each unit in the control and in the treatment.
  private typealias Rows = [(control: Int, treatment: Int)]

  private func degreesOfFreedom(_ units: Rows) -> Double {
    let all = (units.reduce(0) { $0 + $1.control }, units.reduce(0) { $0 + $1.treatment })
    var groups = UnlikeGroups()
    for unit in units {
      _ = groups.add(
        control: Double(unit.control) / Double(all.0),
        treatment: Double(unit.treatment) / Double(all.1))
    }
    return groups.degreesOfFreedom(rows: (Double(all.0), Double(all.1)))
  }

  /// Imbens and Kolesár (2016) give it for rows that are units: with 27 and 3 it is 2.5.
  @Test(arguments: [(27, 3), (15, 15), (4, 9)])
  func `of single rows they are Bell and McCaffrey's, not Welch's`(control: Int, treatment: Int) {
    let units =
      Rows(repeating: (1, 0), count: control) + Rows(repeating: (0, 1), count: treatment)
    let (n0, n1) = (Double(control), Double(treatment))
    let known =
      (n0 + n1) * (n0 + n1) * (n0 - 1) * (n1 - 1)
      / (n1 * n1 * (n1 - 1) + n0 * n0 * (n0 - 1))
    #expect(degreesOfFreedom(units).isClose(to: known))
    if control == 27 { #expect(abs(degreesOfFreedom(units) - 2.5) < 0.05) }
  }

  /// tr(G'G)² / tr((G'G)²), row by row: G has a column a unit, (I − H) times its corrected part of the
  /// contrast.
  @Test(arguments: [
    [(45, 0), (5, 0), (5, 0), (0, 20), (0, 10), (0, 2)],
    [(12, 3), (4, 9), (2, 2), (0, 7), (6, 0)], [(1, 1), (1, 1), (3, 1)],
  ])
  func `the degrees of freedom are those of the matrix, also of units in both groups`(
    units: [(control: Int, treatment: Int)]
  ) {
    let all = (units.reduce(0) { $0 + $1.control }, units.reduce(0) { $0 + $1.treatment })
    let rows = units.enumerated().flatMap { place, unit in
      [(place, 0)].repeated(unit.control) + [(place, 1)].repeated(unit.treatment)
    }
    let columns = units.enumerated().map { place, unit -> [Double] in
      let sizes = [Double(unit.control) / Double(all.0), Double(unit.treatment) / Double(all.1)]
      let part = rows.map { row in
        guard row.0 == place else { return 0.0 }
        let count = Double(row.1 == 0 ? all.0 : all.1)
        return (row.1 == 0 ? -1 : 1) / count / (1 - sizes[row.1]).squareRoot()
      }
      let means = [0, 1].map { arm in
        zip(rows, part).reduce(0) { $0 + ($1.0.1 == arm ? $1.1 : 0) }
          / Double(arm == 0 ? all.0 : all.1)
      }
      return zip(rows, part).map { $1 - means[$0.1] }
    }
    var (trace, square) = (0.0, 0.0)
    for (place, one) in columns.enumerated() {
      for (number, other) in columns.enumerated() {
        let entry = zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
        if place == number { trace += entry }
        square += entry * entry
      }
    }
    #expect(degreesOfFreedom(units).isClose(to: trace * trace / square))
  }

  @Test func `a comparison of clusters takes them, one of single units Welch's`() throws {
    func compared(_ control: [Double], _ treatment: [Double]) throws -> TwoSample {
      let samples = [control, treatment].map { sizes in
        var sample = RatioSample()
        for (place, size) in sizes.enumerated() {
          sample.record(numerator: Double(place % 3) * size, denominator: size)
        }
        return sample.summary
      }
      let (ours, theirs) = (try #require(samples[0]), try #require(samples[1]))
      let found = TwoSample(control: ours, treatment: theirs)
      return try #require(found)
    }
    let clusters = try compared([45, 5, 5], [20, 10, 2])
    let known = degreesOfFreedom([(45, 0), (5, 0), (5, 0), (0, 20), (0, 10), (0, 2)])
    #expect(clusters.degreesOfFreedom.isClose(to: known))
    let units = try compared([1, 1, 1], [1, 1, 1, 1])
    let (ours, theirs) = (units.control.variance / 3, units.treatment.variance / 4)
    let welch =
      (ours + theirs) * (ours + theirs) / (ours * ours / 2 + theirs * theirs / 3)
    #expect(units.degreesOfFreedom.isClose(to: welch))
  }
}

extension Array {
  fileprivate func repeated(_ count: Int) -> [Element] {
    (0..<count).flatMap { _ in self }
  }
}
