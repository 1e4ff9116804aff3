import Prompts
import Testing
import Vocabulary

/// A day in the life of the tests: noon of the day, counted from 2026-01-01.
private func noon(_ day: Int64) -> Instant {
  Instant(milliseconds: 1_767_268_800_000) + .days(day)
}

private func nearly(_ days: Int64) -> Interval { .days(days) - .milliseconds(1) }

@Suite("Prompts · what keeps them away")
struct SuppressionTests {
  struct Since: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let since: Interval
    let isEligible: Bool
  }

  static let sevenDays = [
    Since(testDescription: "a millisecond early", since: nearly(7), isEligible: false),
    Since(testDescription: "7 days to the millisecond", since: .days(7), isEligible: true),
  ]

  @Test(arguments: sevenDays)
  func `PRM-17, PRM-32 · a week lies between two prompts`(_ example: Since) {
    var history = PromptHistory()
    history.contacts = 50
    let first = PromptPolicy.rin.meet(.dedupReview, in: &history, at: noon(0))
    #expect(first.isShown)

    let second = PromptPolicy.rin.decide(
      .contactThreshold, for: history, at: noon(0) + example.since)
    #expect(second.isShown == example.isEligible)
    #expect(second.suppressions.holds(.minInterval) == !example.isEligible)
    if !example.isEligible { #expect(second.until(.minInterval) == noon(7)) }
  }
}
