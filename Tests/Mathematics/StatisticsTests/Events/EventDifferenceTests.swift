import RandomStreams
import Testing

@testable import Statistics

@Suite("Statistics · differences of events")
struct EventDifferenceTests {
  private static func difference(
    _ pairs: [(Int, Int)], per exposure: Int = 1
  ) -> EventDifference {
    var difference = EventDifference()
    for (before, after) in pairs {
      difference.record(
        before: EventCounts(before, per: exposure), after: EventCounts(after, per: exposure))
    }
    return difference
  }

  @Test func `no event on either side bounds the difference on both`() throws {
    let estimate = try #require(
      Self.difference([(0, 0), (0, 0), (0, 0), (0, 0)], per: 50)
        .estimate(storedEffect: 2, isShare: true))
    #expect(estimate.value == 0 && estimate.isBound)
    // 3.689 events of the bound on one side, by 200 trials under a design effect of 2.
    #expect(estimate.high.isClose(to: -Double.log(0.025) * 2 / 200, within: 1e-9))
    #expect(estimate.low == -estimate.high)
  }

  @Test func `equal pairs are not certain of their difference`() throws {
    let pairs = [(3, 4), (0, 1), (5, 6), (2, 3)]
    let four = try #require(Self.difference(pairs).estimate(storedEffect: 1, isShare: false))
    #expect(four.value == 1 && four.contains(0) && four.high > 2)
    let twelve = try #require(
      Self.difference(pairs + pairs + pairs).estimate(storedEffect: 1, isShare: false))
    #expect(twelve.low > 0 && twelve.low < 0.6 && twelve.high > 1.5)
  }

  @Test func `one event that differs is no certain difference`() throws {
    let pairs = [(0, 1)] + [(Int, Int)](repeating: (0, 0), count: 15)
    let estimate = try #require(
      Self.difference(pairs).estimate(storedEffect: 1, isShare: false))
    #expect(estimate.contains(0) && estimate.high > 2.0 / 16)
  }

  @Test func `plentiful events have Student's interval of the pairs`() throws {
    let pairs = [(41_200, 43_150), (40_950, 43_320), (41_730, 43_280), (41_010, 43_890)]
    let estimate = try #require(
      Self.difference(pairs).estimate(storedEffect: 2, isShare: false))
    var paired = PairedDifference()
    for (before, after) in pairs { paired.record(before: Double(before), after: Double(after)) }
    let student = try #require(paired.estimate())
    #expect(estimate.value == student.value)
    #expect(estimate.halfWidth.isClose(to: student.halfWidth, within: 0.15))
  }

  @Test func `pairs without a ratio on either side are left out`() {
    var difference = Self.difference([(1, 2)])
    difference.record(before: EventCounts(0, per: 0), after: EventCounts(1, per: 1))
    #expect(difference.count == 1)
    #expect(difference.estimate(storedEffect: 1, isShare: false) == nil)
  }
}
