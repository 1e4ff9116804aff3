import Testing

@testable import LoadGenerator

@Suite("Load · how early the generator wakes")
struct WakeLeadTests {
  @Test func `one wake-up in ten is early, whatever the longest are`() {
    var lead = WakeLead()
    // As many are late by each of 10 to 29 µs, and every twentieth by 9 ms.
    for turn in 0..<20_000 {
      lead.learn(lateness: turn % 20 == 0 ? 9_000_000 : 10_000 + Int64(turn * 7 % 20) * 1_000)
    }
    #expect((10_000...14_000).contains(lead.nanoseconds))
  }

  @Test func `it is never more than a tenth of a millisecond, and never below zero`() {
    var lead = WakeLead()
    for _ in 0..<2_000 { lead.learn(lateness: 5_000_000) }
    #expect(lead.nanoseconds == 100_000)
    for _ in 0..<1_000 { lead.learn(lateness: -1) }
    #expect(lead.nanoseconds == 0)
  }
}
