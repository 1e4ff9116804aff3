import RandomStreams
import Statistics
import Testing

@Suite("Comparisons · clusters, periods and exposures as units")
struct AssignedGroupsTests {
  @Test func `groups are the units, however many rows they have`() throws {
    var (rows, sums) = (AssignedGroups(), AssignedGroups())
    for group in 0..<6 {
      for row in 0..<4 {
        rows.record(
          numerator: Double((group + row) % 3), group: group, isTreated: group.isMultiple(of: 2))
      }
      let sum = (0..<4).reduce(0.0) { $0 + Double((group + $1) % 3) }
      sums.record(numerator: sum, denominator: 4, group: group, isTreated: group.isMultiple(of: 2))
    }
    #expect(try #require(rows.difference) == (try #require(sums.difference)))
    #expect(rows.difference?.control.count == 3)
  }

  @Test func `one group an arm has no error`() {
    var groups = AssignedGroups()
    groups.record(numerator: 1, group: 1, isTreated: true)
    groups.record(numerator: 1, group: 2, isTreated: false)
    #expect(groups.difference == nil)
  }

  @Test func `fewer than thirty people in a cell are refused`() {
    var mapping = ExposureMapping()
    for person in 0..<59 {
      mapping.record(1, person < 30 ? .all : .none, probability: 0.5)
    }
    #expect(
      mapping.difference(.horvitzThompson) == .refused(exposed: 30, unexposed: 29, needed: 30))
    mapping.record(1, .none, probability: 0.5)
    guard case .estimate = mapping.difference(.horvitzThompson) else {
      Issue.record("thirty in each cell are enough")
      return
    }
  }

  @Test(arguments: ExposureMapping.Weights.allCases)
  func `exposure to treated contacts finds its effect, with the error that it claims`(
    weights: ExposureMapping.Weights
  ) throws {
    var (found, claimed) = (RunningMoments(), RunningMoments())
    for world in 0..<100 {
      var draw = RandomSource(seed: 5).stream(for: 2)[UInt64(world)]
      var mapping = ExposureMapping()
      for person in 0..<600 {
        let contacts = 1 + person % 3
        let treated = (0..<contacts).count { _ in draw.uniform() < 0.5 }
        let exposure: ExposureMapping.Exposure =
          treated == contacts ? .all : treated == 0 ? .none : .some
        // The effect of .5 needs all contacts; the level rises with their number.
        mapping.record(
          Double(contacts) + (exposure == .all ? 0.5 : 0), exposure,
          probability: 1 / Double(1 << contacts))
      }
      guard case .estimate(let estimate, let error) = mapping.difference(weights) else {
        Issue.record("a cell is too small")
        return
      }
      found.record(estimate.value)
      claimed.record(error)
    }
    let error = try #require(found.standardError)
    #expect((try #require(found.mean) - 0.5).magnitude < 4 * error)
    let ratio = try #require(claimed.mean) / (try #require(found.standardDeviation))
    // A standard deviation of a hundred has a standard error of 7%.
    #expect((ratio - 1).magnitude < 4 * 0.07)
  }
}
