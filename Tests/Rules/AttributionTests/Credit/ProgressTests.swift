import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Credit · what becomes of it")
struct ProgressTests {
  private func attribution(_ click: Click, arrival: Arrival = newcomer) -> Attribution? {
    Attribution(
      AttributionPolicy.rin.decide([click], for: arrival), arrival: arrival, under: .rin)
  }

  @Test func `ATT-09, RES-07 · credit ties the inviter through the click to the new principal`()
    throws
  {
    let made = try #require(attribution(click(7, at: noon(9), by: 3)))
    #expect(made.inviter == person(3))
    #expect(made.invitee == newcomer.principal)
    #expect(made.click == 7)
    #expect(attribution(click(7, at: noon(1), by: 3)) == nil)
  }

  @Test func `ATT-13, ATT-14 · it goes from installed to onboarding completed, and never back`()
    throws
  {
    var made = try #require(attribution(click(1, at: noon(9), by: 1)))
    #expect(made.stage == .installed)
    #expect(!made.isSuccessful, "an install alone is no success")
    made.reach(.onboardingCompleted)
    #expect(made.isSuccessful)
    made.reach(.clicked)
    #expect(made.stage == .onboardingCompleted)
    let direct = Arrival(
      principal: person(0), route: .directOpen, installedAt: noon(0), verifiedAt: noon(10))
    var opened = try #require(attribution(click(1, at: noon(9), by: 1), arrival: direct))
    #expect(opened.stage == .clicked)
    opened.reach(.installed)
    #expect(opened.stage == .installed && !opened.isSuccessful)
    #expect(AttributionStage.allCases == [.clicked, .installed, .onboardingCompleted])
  }

  @Test func `ATT-08, EDG-04 · a referral of someone who left never becomes a success`() throws {
    var made = try #require(attribution(click(1, at: noon(9), by: 1, state: .deleted)))
    made.reach(.onboardingCompleted)
    #expect(made.inviterIsGone)
    #expect(!made.isSuccessful)
  }

  @Test(arguments: [
    (Interval.zero, 0), (.days(1) - .milliseconds(1), 0), (.days(1), 1), (.days(7), 7),
  ])
  func `ATT-16 · the age of the click is kept in whole days`(age: Interval, days: Int) throws {
    #expect(try #require(attribution(click(1, at: noon(10) - age, by: 1))).daysSinceClick == days)
  }
}
