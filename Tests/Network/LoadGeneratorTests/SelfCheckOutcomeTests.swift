import Testing

@testable import LoadGenerator
@testable import LoadSelfCheck

@Suite("LoadSelfCheck · whose fault it is")
struct SelfCheckOutcomeTests {
  @Test(arguments: [
    (20_100_000, 0, true, true), (23_000_000, 3_000_000, false, true),
    (23_000_000, 2_000_000, false, false), (17_000_000, 9_000_000, false, false),
  ])
  func `what a server was late by is none of the generator's`(
    reported: UInt64, lateness: Int64, isTrue: Bool, isServersFault: Bool
  ) {
    let plan = LoadPlan(
      LoadTarget(host: "localhost"), .open(.constant(1, for: .seconds(1))), TrafficMix(.get("/")))
    let outcome = SelfCheck.Outcome(
      name: "x", isClosedLoop: false,
      comparisons: [.init(percentile: 99, reported: reported, truth: 20_000_000)],
      record: LoadRecord(plan), serverLateness: .nanoseconds(lateness))
    #expect(outcome.isTrue == isTrue)
    #expect(outcome.isServersFault == isServersFault)
  }
}
