@testable import GrowthloopModel
import Profiles
import Onboarding
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("FMX · how the first run is measured")
struct FirstRunMetricTests {
  @Test func `FMX-01 and FMX-08 · phones are verified of first launches, organic or not`() throws {
    let run = try GrowthPlan.certain(days: 10).arriving(1_000).with {
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.firstRun.dropAtCode = 0.2
      $0.behaviour.sharing.invitesAtHome = 1
      $0.behaviour.recipients.tap = 1
    }.lived()
    #expect(run.tally.launches.invited > 500)
    #expect(run.value("onboarding.verified").isNear(0.8, within: 0.03))
    #expect(
      run.tally.launches.verified
        == run.launches - Int(run.value("onboarding.leftAt.code") ?? 0))
  }

  @Test func `FMX-02 · contacts are allowed by a share of those who are shown why`() throws {
    for (grant, tolerance) in [(0.0, 0.0), (0.3, 0.04), (1.0, 0.0)] {
      let run = try GrowthPlan.certain(days: 2).arriving(1_000).with {
        $0.behaviour.firstRun.grantWithExplainer = grant
      }.lived()
      // Half of the others say "Not now", and three in ten of them are asked again at home.
      let again = (1 - grant) * 0.5 * 0.3 * grant
      #expect(run.value("onboarding.grantShare").isNear(grant + again, within: tolerance))
    }
  }

  @Test func `FMX-03 and FMX-09 · first value is timed from the launch to the display`() throws {
    func seconds(aScreen: Int64) throws -> Double? {
      let run = try GrowthPlan.certain(days: 2).arriving(20).with {
        $0.behaviour.firstRun.perScreen = .fixed(.seconds(aScreen))
      }.lived()
      #expect(run.value("firstValue.seconds") == run.value("firstValue.seconds.median"))
      return run.value("firstValue.seconds")
    }
    let quick = try #require(try seconds(aScreen: 2))
    let slow = try #require(try seconds(aScreen: 3))
    // A second more on each screen: as many seconds as there are screens before home.
    let screens = slow - quick
    #expect(screens == 11)
    // Two seconds each, one for the code.
    #expect(quick == 2 * screens + 1)
  }

  @Test func `FMX-04 · a first session is complete at home`() throws {
    let run = try GrowthPlan.certain(days: 2).arriving(1_500).with {
      $0.behaviour.firstRun.dropAtCode = 0.5
      $0.behaviour.firstRun.dropPerScreen = 0.1
    }.lived()
    let home = try #require(run.value("onboarding.completion"))
    let signedUp = try #require(run.value("onboarding.signedUp"))
    let after = try #require(run.value("onboarding.firstSession"))
    #expect(abs(home - signedUp * after) < 1e-9)
    // Of the eleven screens before home, six follow the code; one in ten leaves at each.
    #expect(abs(after - 0.531_441) < 0.06)
  }

  @Test func `FMX-05 · those act who come home to a card, on cleanup or on policy`() throws {
    let plan = GrowthPlan.certain(days: 2).arriving(1_000).with {
      $0.behaviour.firstRun.act = 0.3
    }
    let found = try plan.lived()
    #expect(found.value("firstValue.action").isNear(0.3, within: 0.05))
    #expect(found.value("firstValue.cleanupAction") == found.value("firstValue.action"))
    #expect(found.value("firstValue.policyAction") == nil)
    let clean = try plan.with { $0.behaviour.firstRun.findings = 0 }.lived()
    #expect(clean.value("firstValue.cleanupAction") == nil)
    #expect(clean.value("firstValue.policyAction").isNear(0.3, within: 0.05))
  }

  @Test func `FMX-06 · those return a day later who saw first value`() throws {
    let plan = GrowthPlan.certain(days: 20).arriving(1_000).with {
      $0.behaviour.use.sessionsPerDay = 3
      $0.behaviour.use.retention = [1: 0.4, 14: 0.4, 30: 0.4]
    }
    #expect(try plan.lived().value("retention.valued.day1").isNear(0.4, within: 0.05))
    // Half of the newcomers deny contacts, and of these nobody sees a card that needs them.
    let divided = try plan.with {
      $0.profile.firstValue.cards = [.dedup, .cleanup]
      $0.behaviour.firstRun.grantWithExplainer = 0.5
    }.lived()
    #expect(divided.value("firstValue.reached").isNear(0.5, within: 0.05))
    #expect(divided.value("retention.valued.day1").isNear(0.4, within: 0.06))
    #expect(
      divided.tally.days[0].cohortValued < divided.tally.days[0].cohortMembers * 6 / 10)
  }

  @Test func `FMX-07 · no target is made up where the document gives none`() {
    let measures = Metric.all.filter { $0.answers.contains { $0.hasPrefix("FMX") } }
    #expect(Set(measures.flatMap(\.answers).filter { $0.hasPrefix("FMX") }).count >= 8)
    for metric in measures {
      #expect(metric.target?.document.hasPrefix("FMX") != true, "\(metric.key)")
    }
  }
}
