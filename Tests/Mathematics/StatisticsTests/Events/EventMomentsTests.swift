import RandomStreams
import Testing

@testable import Statistics

@Suite("Statistics · events over replications")
struct EventMomentsTests {
  private static func moments(_ events: [Int], per exposure: Int = 1) -> EventMoments {
    EventMoments(events.map { EventCounts($0, per: exposure) })
  }

  private static let unequal = EventMoments(
    zip([1, 0, 0, 3, 2, 0, 1, 1], [100, 120, 80, 150, 90, 60, 110, 100])
      .map { EventCounts($0, per: $1) })

  @Test func `the mean is that of the replications, each counting once`() throws {
    let moments = EventMoments([EventCounts(1, per: 2), EventCounts(0, per: 200)])
    #expect(moments.mean == 0.25 && moments.events == 1 && moments.exposure == 202)
    let estimate = try #require(moments.estimate(storedEffect: 1, isShare: true))
    #expect(estimate.value == 0.25)
  }

  @Test func `a replication without exposure has none, and is left out`() {
    let moments = EventMoments([
      EventCounts(1, per: 2), EventCounts(0, per: 0), EventCounts(1, per: 2),
    ])
    #expect(moments.count == 2 && moments.replications == 3 && moments.mean == 0.5)
    #expect(Self.moments([3]).estimate(storedEffect: 1, isShare: false) == nil)
  }

  @Test func `once there were more events than exposure they are no part of a whole`() throws {
    #expect(Self.moments([1, 2], per: 2).isPartOfWhole)
    let moments = Self.moments([3, 1, 1], per: 2)
    #expect(!moments.isPartOfWhole)
    let estimate = try #require(moments.estimate(storedEffect: 1, isShare: true))
    #expect(estimate.high > 1)
  }

  @Test func `what rests on no event is told with a design effect of one at least`() throws {
    let estimate = try #require(
      Self.moments([0, 0, 0], per: 40).estimate(storedEffect: 0.5, isShare: true))
    guard case .bound(let evidence) = estimate.basis else {
      Issue.record("no event is a bound")
      return
    }
    #expect(evidence.designEffect == 1)
  }

  // The formula of Korn and Graubard in scipy 1.17.1: beta.ppf with the effective trials.
  @Test(arguments: [
    (1.0, 0.003_137_07, 0.019_795_26), (3.0, 0.001_291_99, 0.029_835_52),
  ])
  func `few events of a share have Korn and Graubard's interval`(
    stored: Double, low: Double, high: Double
  ) throws {
    let estimate = try #require(Self.unequal.estimate(storedEffect: stored, isShare: true))
    #expect((estimate.low - low).magnitude < 1e-7 && (estimate.high - high).magnitude < 1e-7)
  }

  // The gamma interval of the effective events in scipy 1.17.1: chi2.ppf.
  @Test func `few events that are no part of a whole have the gamma interval`() throws {
    let estimate = try #require(
      Self.moments([4, 0, 9, 2]).estimate(storedEffect: 1, isShare: false))
    #expect((estimate.low - 0.243_758_04).magnitude < 1e-7)
    #expect((estimate.high - 16.520_086_25).magnitude < 1e-7)
  }

  @Test(arguments: [1.0, 2.3, 8.0])
  func `no event at all is bounded under the stored design effect`(stored: Double) throws {
    let estimate = try #require(
      Self.moments([0, 0, 0, 0], per: 50).estimate(storedEffect: stored, isShare: true))
    #expect(estimate.value == 0 && estimate.low == 0)
    // (1 − high)^(200 / stored) = 2.5%, the rule of three of a two-sided interval.
    let untouched = Double.log(onePlus: -estimate.high) * 200 / stored
    #expect(untouched.isClose(to: Double.log(0.025), within: 1e-9))
    #expect(
      estimate.basis
        == .bound(EventEvidence(events: 0, exposure: 200, designEffect: stored)))
  }

  @Test func `below ten events there is no interval without a design effect`() throws {
    #expect(Self.moments([0, 0, 0]).estimate(storedEffect: nil, isShare: false) == nil)
    #expect(Self.moments([4, 0, 5]).estimate(storedEffect: nil, isShare: false) == nil)
    let ten = try #require(Self.moments([4, 0, 6]).estimate(storedEffect: nil, isShare: false))
    #expect(ten == Self.moments([4, 0, 6]).estimate(storedEffect: 1, isShare: false))
  }

  @Test func `nothing but events is bounded from below`() throws {
    let estimate = try #require(
      Self.moments([50, 50, 50, 50], per: 50).estimate(storedEffect: 2, isShare: true))
    #expect(estimate.high == 1 && estimate.isBound)
    #expect((100 * Double.log(estimate.low)).isClose(to: Double.log(0.025), within: 1e-9))
  }

  @Test func `an interval of a share stays within 0 and 1`() throws {
    let estimate = try #require(
      EventMoments([EventCounts(0, per: 1), EventCounts(1, per: 1)])
        .estimate(storedEffect: 1, isShare: true))
    #expect(estimate.low >= 0 && estimate.high <= 1 && estimate.high - estimate.low > 0.9)
  }

  @Test func `plentiful events have Student's interval`() throws {
    let numbers = [41_200, 40_950, 41_730, 41_010, 40_620, 41_480]
    let moments = Self.moments(numbers)
    let estimate = try #require(moments.estimate(storedEffect: 3, isShare: false))
    let student = try #require(RunningMoments(numbers.map(Double.init)).meanEstimate())
    #expect(estimate.halfWidth.isClose(to: student.halfWidth, within: 0.01))
    #expect((estimate.low - student.low).magnitude < student.halfWidth / 50)
  }

  @Test func `one formula holds from few events to many, and narrows all the way`() throws {
    let widths = try [1, 3, 10, 30, 100, 1_000].map { count in
      try #require(
        Self.moments([5 * count - 1, 5 * count, 5 * count + 1, 5 * count]).estimate(
          storedEffect: 2, isShare: false)
      ).relativeHalfWidth
    }
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 >= $1 })
  }
}
