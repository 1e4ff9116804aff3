import Foundation
import GrowthloopModel
import Profiles
import SimulationKernel
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopStudies

/// With GROWTHLOOP_ALARMS, as `make alarms` sets it, each cell has 4,000 redrawn experiments, and own
/// coverage 10,000 runs.
@Suite("Trials · false alarms and coverage of what is called valid", .timeLimit(.minutes(60)))
struct AlarmTests {
  private static let isLong = ProcessInfo.processInfo.environment["GROWTHLOOP_ALARMS"] != nil

  /// A market in which 300 members come one by one, use the app and invite.
  private static func plan() -> GrowthPlan {
    var plan = GrowthPlan()
    plan.days = isLong ? 33 : 13
    plan.profile.plans.previewFetchesPerSend = 0
    plan.behaviour.market.people = isLong ? 6_000 : 1_500
    plan.behaviour.market.communitySize = 60
    plan.behaviour.arrivals.seeds = isLong ? 250 : 100
    plan.behaviour.arrivals.organicPerDay = 4
    plan.behaviour.sharing.visit = 0.2
    return plan
  }

  private static func study(
    _ metric: TrialMetric, _ units: [Experiment.Unit], shares: [Double],
    changing change: (inout GrowthPlan) -> Void = { _ in }
  ) -> TrialStudy {
    let plan = plan()
    var variant = plan
    change(&variant)
    var experiment = Experiment(
      shares.map { _ in Experiment.Arm(variant.profile, variant.behaviour) },
      in: [Experiment.Stage(variants: shares)])
    experiment.starts = .days(2)
    experiment.period = .days(2)
    var study = TrialStudy(
      plan, experiment, metric: metric,
      designs: units.map { TrialDesign($0, period: experiment.period) },
      looks: [.days(Int64(plan.days - 2))])
    study.maturity = .days(3)
    study.before = .days(2)
    return study
  }

  @Test func `what is called valid sees an effect in no more than 5% of experiments without one`()
    async throws
  {
    var cells: [(name: String, isValid: Bool, alarms: Estimate)] = []
    let plans: [(TrialMetric, [Experiment.Unit])] = [
      (.tapped, [.inviter, .invite, .community, .time]), (.sends, [.user, .community, .time]),
      (.senders, [.user, .community, .time]), (.brought, [.inviter, .community, .time]),
      (.returns, [.user, .time]),
    ]
    for (metric, units) in Self.isLong ? plans : [(.tapped, [.inviter, .time])] {
      for shares in Self.isLong ? [[0.5], [0.1], [0.25, 0.25]] : [[0.1], [0.25, 0.25]] {
        var study = Self.study(metric, units, shares: shares)
        study.replications = Self.isLong ? 50 : 10
        study.redraws = Self.isLong ? 4_000 : 300
        let judged = try await study.run(on: Workers(2))
        // What one study calls valid is held against the alarms of another, which it never saw.
        study.seed = 2
        for (outcome, other) in zip(judged, try await study.run(on: Workers(2))) {
          let verdicts = outcome.verdicts
          for (design, found) in zip(study.designs, other.designs) {
            for (number, estimator) in design.estimators.enumerated() {
              guard
                let verdict = verdicts.first(where: {
                  $0.design == design && $0.estimator == estimator
                }), let alarms = found.falseAlarms({ $0.effects[number]?.rejects() })
              else { continue }
              cells.append(
                (
                  "\(metric.key) at \(shares) to \(outcome.variant), \(design.words), \(estimator)",
                  verdict.isValid == true, alarms
                ))
            }
          }
        }
      }
    }
    #expect(cells.count > (Self.isLong ? 100 : 8))
    #expect(cells.count { $0.isValid } > cells.count / 4)
    // Bonferroni's: as many standard errors as one of all cells would exceed in one study of twenty.
    let reach =
      StudentT(degreesOfFreedom: .infinity).criticalValue(
        confidence: 1 - 0.05 / Double(cells.count))
      / StudentT(degreesOfFreedom: .infinity).criticalValue(confidence: 0.95)
    for cell in cells {
      let low = cell.alarms.value - reach * (cell.alarms.value - cell.alarms.low)
      if Self.isLong {
        print("alarms: \(cell.isValid ? "valid" : "     ") \(cell.alarms) \(cell.name)")
      }
      #expect(!cell.isValid || low <= 0.05, "\(cell.name): \(cell.alarms)")
    }
  }

  @Test func `intervals of 95% contain what the design estimates in as many experiments`()
    async throws
  {
    let units: [Experiment.Unit] = Self.isLong ? [.inviter, .invite, .community] : [.inviter]
    var study = Self.study(.tapped, units, shares: [0.5]) {
      $0.behaviour.recipients.tap *= 1.2
    }
    study.replications = Self.isLong ? 10_000 : 30
    study.redraws = 0
    let outcome = try #require(try await study.run(on: Workers(2)).first)
    for verdict in outcome.verdicts where verdict.estimator != .exposure {
      if Self.isLong {
        print("coverage: \(verdict.ownCoverage) \(verdict.design.words), \(verdict.estimator)")
      }
      guard verdict.isValid != false, verdict.estimator != .difference else { continue }
      let coverage = verdict.ownCoverage
      #expect(
        Self.isLong ? abs(coverage.value - 0.95) <= 0.01 : coverage.high > 0.94,
        "\(verdict.design.words), \(verdict.estimator): \(coverage)")
    }
  }
}
