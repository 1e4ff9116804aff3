import Testing

@testable import Statistics

@Suite("Statistics · intervals of events")
struct EventIntervalTests {
  // Newcombe (1998a), table I, method 5.
  @Test(arguments: [
    (81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0, 0.1684),
    (1, 29, 0.0009, 0.1776),
  ])
  func `whole trials have Clopper and Pearson's interval, as published`(
    hits: Int, trials: Int, low: Double, high: Double
  ) throws {
    let share = Double(hits) / Double(trials)
    let ends = try #require(EventInterval.ofShare(share, trials: Double(trials), confidence: 0.95))
    #expect((ends.low - low).magnitude < 5e-5 && (ends.high - high).magnitude < 5e-5)
  }

  @Test func `successes and failures are alike`() throws {
    let rare = try #require(EventInterval.ofShare(0.02, trials: 61.5, confidence: 0.9))
    let common = try #require(EventInterval.ofShare(0.98, trials: 61.5, confidence: 0.9))
    #expect(rare.low.isClose(to: 1 - common.high, within: 1e-9))
    #expect(rare.high.isClose(to: 1 - common.low, within: 1e-9))
  }

  // Garwood (1936): none 0 to 3.689, five 1.623 to 11.668.
  @Test(arguments: [(0, 0, 3.689), (1, 0.0253, 5.572), (5, 1.623, 11.668), (30, 20.24, 42.83)])
  func `whole events have Garwood's interval, as published`(
    events: Int, low: Double, high: Double
  ) throws {
    let ends = try #require(
      EventInterval.ofRate(Double(events) / 4, exposure: 4, confidence: 0.95))
    #expect((4 * ends.low - low).magnitude < 5e-3 && (4 * ends.high - high).magnitude < 5e-3)
  }
  @Test(arguments: [1e308, -1e308, 1e300, .infinity, -.infinity, .nan, -1, 1e17])
  func `numbers that no count has give no interval, and no crash`(absurd: Double) {
    #expect(EventInterval.ofShare(0.5, trials: absurd, confidence: 0.95) == nil)
    #expect(EventInterval.ofRate(absurd, exposure: 1, confidence: 0.95) == nil)
    for sane in [0, 1, 12.5] {
      for pair in [(absurd, sane), (sane, absurd), (absurd, absurd), (0, absurd)] {
        let (counts, usual) = (EventCounts(pair.0, per: pair.1), EventCounts(3, per: 4))
        var difference = EventDifference()
        for _ in 1...2 { difference.record(before: usual, after: counts) }
        let estimates = [
          EventMoments([usual, counts]).estimate(storedEffect: 1, isShare: true),
          EventMoments([counts, counts]).estimate(storedEffect: 1, isShare: false),
          difference.estimate(storedEffect: 1, isShare: false),
          StepMoments([sane, absurd]).estimate(storedEffect: 1),
        ]
        #expect(estimates.allSatisfy { $0.map { !$0.low.isNaN && !$0.high.isNaN } ?? true })
      }
    }
  }
}
