@testable import GrowthloopStudies
import SimulationKernel
import Testing

@Suite("Ranks · what they say to each other")
struct RankMessageTests {
  private static let messages: [RankMessage] = [
    .ready(run: "run", host: "node1", workers: 4), .wanted(17),
    .outcome(
      3, nanoseconds: 12, RankProgress(replications: 1.5, events: 99), [1, 2, 3]),
    .failure(4), .alive(RankProgress(replications: 0.25, events: 1)), .leaving(""),
    .leaving("no file"), .dismissed,
  ]

  @Test(arguments: messages)
  func `each message arrives whole, and a torn one is refused`(message: RankMessage) throws {
    let bytes = message.bytes
    #expect(try RankMessage(bytes) == message)
    for length in bytes.indices {
      #expect(throws: MessageReader.Torn.self) { try RankMessage(Array(bytes[..<length])) }
    }
    #expect(throws: MessageReader.Torn.self) { try RankMessage(bytes + [0]) }
    #expect(throws: MessageReader.Torn.self) { try RankMessage([99]) }
  }

  @Test func `an outcome arrives without loss`() throws {
    for number in [0, 1] as [UInt32] {
      let outcome = try Replicate.run(livelyPlan(), seed: 7, number: number, meter: nil)
      let bytes = try RecordedReplicate(outcome, ofPlan: 0).bytes()
      #expect(try RecordedReplicate(bytes).outcome == outcome)
      #expect(outcome.replicate.screens.isEmpty == (number == 1))
      #expect(throws: (any Error).self) { try RecordedReplicate(bytes.dropLast()) }
    }
  }
}
