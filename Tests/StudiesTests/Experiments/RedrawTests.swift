import GrowthloopModel
import RandomStreams
import SimulationKernel
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("Trials · arms that are drawn anew")
struct RedrawTests {
  /// 200 people who come home on the first day and invite, with equal arms.
  private static func plan(invites: Double = 1.2) -> GrowthPlan {
    var plan = TrialStudyTests.plan(invites: invites, days: 6)
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 200, after: .zero, within: .days(1))
    return plan
  }

  private static func study(
    _ plan: GrowthPlan, _ design: TrialDesign, shares: [Double], inherits: Double = 0
  ) -> TrialStudy {
    let arm = Experiment.Arm(plan.profile, plan.behaviour)
    var experiment = Experiment(
      shares.map { _ in arm }, in: [Experiment.Stage(variants: shares)])
    experiment.inherits = inherits
    var study = TrialStudy(
      plan, experiment, metric: .tapped, designs: [design], looks: [.days(5)])
    study.maturity = .days(1)
    return study
  }

  private static func record(_ study: TrialStudy) throws -> TrialRecord {
    var plan = study.plan
    plan.experiment = study.experiment
    plan.experiment?.unit = study.designs[0].unit
    var run = try GrowthRun(plan, seed: 6)
    run.run()
    let record = run.experiment
    return try #require(record)
  }

  @Test(arguments: [[0.1], [0.05, 0.2], [0.5]])
  func `each variant has its planned share of the redrawn rows, and its own alarms`(
    shares: [Double]
  ) async throws {
    var study = Self.study(Self.plan(), TrialDesign(.invite), shares: shares)
    study.replications = 10
    study.redraws = 100
    let outcomes = try await study.run(on: Workers(2))
    #expect(outcomes.count == shares.count)
    for (share, outcome) in zip(shares, outcomes) {
      let rows = outcome.designs[0].nulls.joined().compactMap { $0.effects[0]?.rows }
      #expect(rows.count == 100)
      // The variant and the control of all invites, of which all designs have as many.
      let control = 1 - shares.reduce(0, +)
      let all = try await allRows(of: study)
      let mean = Double(rows.reduce(0, +)) / Double(rows.count)
      #expect(abs(mean / all - (share + control)) < 0.02, "\(share): \(mean) of \(all)")
    }
    let effects = outcomes.map { $0.designs[0].nulls.joined().compactMap { $0.effects[0] } }
    #expect(Set(effects).count == effects.count)
  }

  /// The mean number of invites of the runs that were drawn anew.
  private func allRows(of study: TrialStudy) async throws -> Double {
    var halves = study
    halves.experiment.variants = [study.experiment.variants[0]]
    halves.experiment.stages = [Experiment.Stage(variants: [0.5])]
    halves.redraws = 10
    let outcome = try #require(try await halves.run(on: Workers(2)).first)
    let rows = outcome.designs[0].nulls.joined().compactMap { $0.effects[0]?.rows }
    return Double(rows.reduce(0, +)) / Double(rows.count)
  }

  @Test func `periods that take turns do so by their number`() throws {
    var study = Self.study(Self.plan(), TrialDesign(.time, period: .days(1)), shares: [0.3, 0.3])
    study.experiment.alternates = true
    study.experiment.period = .days(1)
    let record = try Self.record(study)
    #expect(record.periods == [0, 1, 2, 0, 1, 2, 0])
    let rows = TrialRows(
      .tapped, of: record, design: study.designs[0], maturity: 86_400)
    let redraw = TrialRedraw(
      record, rows, by: .time, of: study.experiment, stream: RandomStream(key: 3))
    // Drawn three times on, it is the run itself again.
    #expect(redraw.arms(3).rows == rows.rows.map(\.arm))
    #expect(redraw.arms(1).rows != rows.rows.map(\.arm))
  }

  /// By Horvitz and Thompson's identity the inverse of the chance is right if its mean, where it counts,
  /// is one, for each member in each arm.
  @Test(arguments: [0, 0.7])
  func
    `the weight by exposure is the inverse of its chance, with several variants and inherited arms`(
      inherits: Double
    ) throws
  {
    let shares = [0.3, 0.45, 0.25]
    let study = Self.study(
      Self.plan(), TrialDesign(.user, inherits: inherits > 0), shares: Array(shares.dropFirst()),
      inherits: inherits)
    let record = try Self.record(study)
    let rows = TrialRows(.sends, of: record, design: study.designs[0], maturity: 86_400)
    let contacts = TrialContacts(record, before: 86_400)
    let redraw = TrialRedraw(
      record, rows, by: .user, of: study.experiment, stream: RandomStream(key: 4))
    #expect(contacts.pairs.count > 80)
    #expect((record.members.count { $0.inherited } > 20) == (inherits > 0))
    let draws = 800
    var sums = [[Double]](repeating: [0, 0, 0], count: record.members.count)
    var squares = sums
    for draw in 1...draws {
      let arms = redraw.arms(UInt32(draw)).members
      let weights = TrialFacts(contacts, arms: arms, shares: shares).weights
      for (member, arm) in arms.enumerated() where arm != TrialRecord.outside {
        sums[member][Int(arm)] += weights[member]
        squares[member][Int(arm)] += weights[member] * weights[member]
      }
    }
    var farthest = 0.0
    for member in record.members.indices where record.members[member].arm != TrialRecord.outside {
      for arm in shares.indices where sums[member][arm] > 0 {
        let mean = sums[member][arm] / Double(draws)
        let error =
          (squares[member][arm] / Double(draws) - mean * mean).squareRoot()
          / Double(draws).squareRoot()
        // Only where it counts often enough for the normal law.
        guard error < 0.15 else { continue }
        farthest = max(farthest, abs(mean - 1) / error)
      }
    }
    // Of some 800 cells, one in 100,000.
    #expect(farthest > 1 && farthest < 5.5, "\(farthest)")
  }
}
