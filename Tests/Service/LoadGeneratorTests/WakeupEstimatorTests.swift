import Testing

@testable import GrowthloopLoadGenerator

@Suite("Load · how early the generator wakes", .timeLimit(.minutes(60)))
struct WakeupEstimatorTests {
  @Test func `it comes to the median, whatever the longest wake-ups are`() {
    var lead = WakeupEstimator()
    for turn in 0..<3_000 { lead.learn(lateness: [18_000, 20_000, 9_000_000][turn % 3]) }
    #expect((19_000...21_500).contains(lead.nanoseconds))
  }

  @Test func `it is never more than a tenth of a millisecond, and never below zero`() {
    var lead = WakeupEstimator()
    for _ in 0..<1_000 { lead.learn(lateness: 5_000_000) }
    #expect(lead.nanoseconds == 100_000)
    for _ in 0..<1_000 { lead.learn(lateness: -1) }
    #expect(lead.nanoseconds == 0)
  }
}
