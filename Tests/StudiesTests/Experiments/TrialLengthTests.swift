import GrowthloopFindings
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

  /// A design that is chosen by the runs of one seed is judged by those of others.
  private static func confirmed(days: Double, tap: Double, on workers: Int = 2) async throws
    -> ExperimentRecommended
  {
    var plan = TrialStudyTests.plan(invites: 1)
    plan.behaviour.arrivals.crowd = nil
    plan.behaviour.arrivals.organicPerDay = 200
    var study = TrialStudyTests.study(plan, [TrialDesign(.invite)]) {
      $0.behaviour.recipients.tap = tap
    }
    study.replications = 30
    var chosen = ExperimentRecommended()
    (chosen.unit, chosen.analysis, chosen.days) = ("invite", "ratio", days)
    return try await study.confirmed(
      chosen, of: 1, effect: tap - 1 / 3, exponent: 0.5, on: Workers(workers))
  }

  @Test func `a confirmation has twice the runs, another seed, and the power of the formula`()
    async throws
  {
    let found = try await Self.confirmed(days: 4, tap: 0.45)
    #expect(found.seed == 2 && found.runs == 60 && found.days == 4)
    let rows = try #require(found.rows.value)
    // Independent taps: Welch's test of two shares, with so many invites in each arm.
    let power = PowerAnalysis().power(
      baseline: 1 / 3, difference: 0.45 - 1 / 3, sizePerGroup: rows / 2)
    let share = try #require(found.power.value)
    // Three standard errors of sixty runs.
    #expect(abs(share - power) < 3 * (power * (1 - power) / 60).squareRoot() + 0.02, "\(power)")
    #expect(found.members == nil, "invites are assigned, and members are in no arm")
    #expect(try await Self.confirmed(days: 4, tap: 0.45, on: 1).power == found.power)
  }

  @Test func `a length that finds too little is lengthened, each time under a further seed`()
    async throws
  {
    let found = try await Self.confirmed(days: 1, tap: 0.38)
    #expect(found.days > 1)
    #expect((found.seed ?? 0) > 2)
  }
}
