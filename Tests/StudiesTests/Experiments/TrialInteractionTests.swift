import GrowthloopModel
import SimulationKernel
import Statistics
import Testing
import GrowthloopStudies
import Vocabulary

@Suite("Trials · two factors at once")
struct TrialInteractionTests {
  private typealias Change = (tap: Double, install: Double)

  /// Arms that change what is tapped, what is installed, and both; a home needs one after the other.
  private static let changes: [Change] = [(0.6, 0.5), (1.0 / 3, 0.9), (0.6, 0.9)]

  private func outcomes(_ changes: [Change] = Self.changes) async throws -> [TrialOutcome] {
    var plan = TrialStudyTests.plan(days: 4)
    plan.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: 600, after: .zero, within: .zero)
    plan.behaviour.recipients.install = 0.5
    let arms = changes.map { change in
      var behaviour = plan.behaviour
      behaviour.recipients.tap = change.tap
      behaviour.recipients.install = change.install
      return Experiment.Arm(plan.profile, behaviour)
    }
    let experiment = Experiment(arms, in: [Experiment.Stage(variants: arms.map { _ in 0.25 })])
    var study = TrialStudy(
      plan, experiment, metric: .home, designs: [TrialDesign(.invite)], looks: [.days(3)])
    study.maturity = .days(1)
    study.replications = 12
    study.redraws = 0
    return try await study.run(on: Workers(2))
  }

  @Test func `what two changes do together beyond each alone is the product of both`() async throws
  {
    let outcomes = try await outcomes()
    let found = try #require(
      TrialInteraction(of: outcomes[2], beyond: Array(outcomes.prefix(2))))
    let product = (0.6 - 1.0 / 3) * (0.9 - 0.5)
    // Four standard errors.
    #expect(abs(found.truth.value - product) < 2 * found.truth.halfWidth)
    #expect(abs(found.shown.value - product) < 2 * found.shown.halfWidth)
    #expect(found.truth.low > 0)
    #expect(abs(found.detectable / found.deviation - 2.8016) < 1e-3)
  }

  @Test func `what is true of a variant does not depend on the variants beside it`() async throws {
    let together = try await outcomes()
    for (number, change) in Self.changes.enumerated() {
      let alone = try #require(try await outcomes([change]).first?.truth())
      let beside = try #require(together[number].truth())
      #expect(alone.effect.value == beside.effect.value && alone.effect.low == beside.effect.low)
      #expect(alone.effect.low > 0, "each change does something")
    }
  }
}
