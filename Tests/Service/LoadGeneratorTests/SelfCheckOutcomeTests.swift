import GrowthloopTransport
import Statistics
import Testing

@testable import GrowthloopLoadGenerator

@Suite("LoadSelfCheck · what is true", .timeLimit(.minutes(60)))
struct SelfCheckOutcomeTests {
  private let check = SelfCheck.Case(
    "x", .delay(.milliseconds(20)), rate: 10, for: .seconds(10))

  @Test func `the truth is when the server answered, also where it was later than its script`()
    throws
  {
    var schedule = ArrivalSchedule(
      .constant(check.rate, for: check.length), seed: 1)
    let planned = [schedule.next() ?? 0, schedule.next() ?? 0]
    // The run began 5 ms after its server.
    let truth = SelfCheck.truth(
      check, since: .milliseconds(5),
      answered: [planned[0] + 25_000_000, planned[1] + 55_000_000, nil])
    #expect(truth.totalCount == 2)
    #expect(truth.count(atOrBelow: 19_900_000) == 0)
    #expect(truth.count(atOrBelow: 20_100_000) == 1)
    #expect(truth.count(atOrBelow: 49_900_000) == 1)
    #expect(truth.count(atOrBelow: 50_100_000) == 2)
  }

  @Test func `what differs by more than 1 % is not true, whoever was late`() {
    let plan = LoadPlan(
      LoadTarget(host: "localhost"), .open(.constant(1, for: .seconds(1))), TrafficMix(.get("/")))
    func isTrue(_ reported: UInt64) -> Bool {
      SelfCheck.Outcome(
        name: "x", isClosedLoop: false,
        comparisons: [.init(percentile: 99, reported: reported, truth: 20_000_000)],
        record: LoadRecord(plan)
      ).isTrue
    }
    #expect(isTrue(20_100_000) && !isTrue(20_300_000) && !isTrue(17_000_000))
  }
}
