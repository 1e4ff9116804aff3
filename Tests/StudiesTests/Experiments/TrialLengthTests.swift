import GrowthloopModel
import SimulationKernel
import Statistics
import Testing
import GrowthloopStudies
import Vocabulary

@Suite("Trials · what another length gains")
struct TrialLengthTests {
  @Test func `where rows come evenly, what is found falls with the square root of time`()
    async throws
  {
    var plan = TrialStudyTests.plan(invites: 1)
    plan.behaviour.arrivals.crowd = nil
    plan.behaviour.arrivals.organicPerDay = 200
    var study = TrialStudyTests.study(plan, [TrialDesign(.invite)]) {
      $0.behaviour.recipients.tap = 0.4
    }
    study.redraws = 0
    study.replications = 40
    let short = study.runs
    study.looksAtLengths = true
    #expect(study.runs == short + 40)
    let lengths = try #require(try await study.run(on: Workers(2)).first?.lengths)
    // Four days are planned; they are looked at after five.
    #expect(lengths.others == [.days(2), .days(8), .days(12)])
    #expect(lengths.runs == 40)
    // Two and a half standard errors of the jackknife, which knows what lengths have in common.
    #expect(abs(lengths.exponent.value - 0.5) < 1.25 * lengths.exponent.halfWidth)
    #expect(lengths.exponent.halfWidth < 0.15)
    #expect(abs(lengths.finds(at: .days(4)) - 1) < 1e-12)
    #expect(
      abs(lengths.finds(at: .days(16)) - lengths.finds(at: .days(8)) * lengths.finds(at: .days(8)))
        < 1e-12)
  }
}
