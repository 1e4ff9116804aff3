import Attribution
import Profiles
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("ATT-03 · credit over many connections at once", .timeLimit(.minutes(60)))
struct ConcurrentCreditTests {
  @Test(arguments: ProfileID.allCases)
  func `credits are those of the rules for the order in which the service took the requests`(
    profile: ProfileID
  ) throws {
    var credits = 0
    var openings = 0
    for seed: UInt64 in 1...6 {
      // In every other world clicks and links grow old while it runs.
      let world = try SmallWorld(
        Profile(profile), seed: seed, daysInASecond: seed % 2 == 0 ? 0.001 : 60)
      try world.run()
      credits += try world.checkCredits()
      openings += world.witness.openings
    }
    #expect(credits > 0)
    #expect(openings > 0)
  }
}
