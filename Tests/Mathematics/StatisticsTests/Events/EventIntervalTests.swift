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
  ) {
    let share = Double(hits) / Double(trials)
    let ends = EventInterval.ofShare(share, trials: Double(trials), confidence: 0.95)
    #expect((ends.low - low).magnitude < 5e-5 && (ends.high - high).magnitude < 5e-5)
  }

  @Test func `successes and failures are alike`() {
    let rare = EventInterval.ofShare(0.02, trials: 61.5, confidence: 0.9)
    let common = EventInterval.ofShare(0.98, trials: 61.5, confidence: 0.9)
    #expect(rare.low.isClose(to: 1 - common.high, within: 1e-9))
    #expect(rare.high.isClose(to: 1 - common.low, within: 1e-9))
  }

  // Garwood (1936): none 0 to 3.689, five 1.623 to 11.668.
  @Test(arguments: [(0, 0, 3.689), (1, 0.0253, 5.572), (5, 1.623, 11.668), (30, 20.24, 42.83)])
  func `whole events have Garwood's interval, as published`(
    events: Int, low: Double, high: Double
  ) {
    let ends = EventInterval.ofRate(Double(events) / 4, exposure: 4, confidence: 0.95)
    #expect((4 * ends.low - low).magnitude < 5e-3 && (4 * ends.high - high).magnitude < 5e-3)
  }
}
