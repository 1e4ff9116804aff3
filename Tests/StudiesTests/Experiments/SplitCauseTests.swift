import Attribution
import GrowthloopModel
import Profiles
import GrowthloopFindings
import SimulationKernel
import Testing
import GrowthloopStudies
import Vocabulary

@Suite("Trials · why arms have other sizes than planned")
struct SplitCauseTests {
  private func cause(
    _ unit: Experiment.Unit, inherits: Double = 0,
    preparing prepare: (inout GrowthPlan) -> Void = { _ in },
    changing change: (inout GrowthPlan) -> Void
  ) async throws -> String? {
    var plan = TrialStudyTests.plan(invites: 5, days: 8)
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 600, after: .zero, within: .zero)
    plan.behaviour.recipients.installDelay = .fixed(.days(2))
    plan.behaviour.recipients.install = 0.5
    prepare(&plan)
    var study = TrialStudyTests.study(
      plan, [TrialDesign(unit, inherits: inherits > 0)], inherits: inherits, changing: change)
    study.replications = 10
    study.redraws = 0
    return try await study.run(on: Workers(2)).first?
      .findings(called: "variant", perArm: nil).splitCause
  }

  @Test func `launches that lose their invite, and the inviter's arm with it, are named`()
    async throws
  {
    let lost = try await cause(.user, inherits: 1) { $0.profile.attribution.window = .days(1) }
    #expect(try #require(lost).hasPrefix("launches lose the invite"))
  }

  @Test func `arms that invitees inherit are the cause where everybody else keeps the shares`()
    async throws
  {
    let inherited = try await cause(.user, inherits: 1) { $0.behaviour.recipients.tap = 0.5 }
    #expect(try #require(inherited).hasPrefix("invitees take the inviter's arm"))
  }

  @Test func `accounts that are merged more often in one arm are named`() async throws {
    func merging(_ plan: inout GrowthPlan) {
      plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
        installs: 2_000, after: .zero, within: .zero)
      plan.behaviour.firstRun.isPlayed = true
      plan.behaviour.firstRun.secondStart = 0.8
      plan.behaviour.firstRun.dropAtCode = 0.7
    }
    let merged = try await cause(.newcomer, preparing: merging) {
      $0.behaviour.firstRun.dropAtCode = 0.1
    }
    #expect(try #require(merged).hasPrefix("accounts are merged more often"))
    #expect(try await cause(.newcomer, preparing: merging) { _ in } == nil)
  }

  @Test func `equal arms have the planned sizes`() async throws {
    #expect(try await cause(.inviter) { _ in } == nil)
  }
}
