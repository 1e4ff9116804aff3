package import GrowthloopModel
import GrowthloopPlans
package import GrowthloopStudies
import RandomStreams
package import SimulationKernel
import Statistics
import Vocabulary

/// The baseline's first four weeks as a function of eight of its parameters.
///
/// Their ranges are about as wide as the third wave of a calibration leaves them.
package struct BaselineFunnel: Sendable {
  package var seed: UInt64 = 1

  package init() {}

  /// In the order of the values.
  package static let parameters = [
    CalibratedParameter("sharing.visit", in: 0.015...0.03, on: .odds),
    CalibratedParameter("sharing.recipients", in: 3.5...6.5, on: .ratio),
    CalibratedParameter("recipients.tap", in: 0.3...0.5, on: .odds),
    CalibratedParameter("recipients.tapDelay.median", in: 1...4, on: .ratio),
    CalibratedParameter("recipients.tapDelay.sigma", in: 1.2...2.1, on: .ratio),
    CalibratedParameter("recipients.install", in: 0.18...0.35, on: .odds),
    CalibratedParameter("recipients.installDelay.median", in: 5...18, on: .ratio),
    CalibratedParameter("recipients.installDelay.sigma", in: 1.2...2.1, on: .ratio),
  ]

  private static let days = 28
  private static let shape = FunnelCells(
    .cohorts, days: days, stages: [.shared, .sent, .tapped, .launched])

  package static let cells = shape.cells

  /// Returns which of all cells a team that logs these stages counts.
  package static func observed(_ counts: [CellCount]) -> [CellCount?] {
    counts.indices.map { shape.isCompared($0) ? counts[$0] : nil }
  }

  /// Returns the plan of these values.
  package static func plan(_ values: [Double]) -> GrowthPlan {
    func hours(_ number: Double) -> Interval {
      .milliseconds(Int64((number * 3_600_000).rounded()))
    }
    var plan = GrowthPlan()
    plan.behaviour.sharing.visit = values[0]
    plan.behaviour.sharing.recipients = values[1]
    plan.behaviour.recipients.tap = values[2]
    plan.behaviour.recipients.tapDelay = .logNormal(median: hours(values[3]), sigma: values[4])
    plan.behaviour.recipients.install = values[5]
    plan.behaviour.recipients.installDelay = .logNormal(median: hours(values[6]), sigma: values[7])
    return plan
  }

  /// Returns the counts of a replication.
  package func counts(_ values: [Double], replication: UInt32) throws -> [CellCount] {
    let table = try FunnelTable.simulated(
      Self.plan(values), days: Self.days, seed: seed, replication: replication)
    return Self.shape.counts(of: table).map { $0 ?? CellCount(0, of: 0) }
  }
}

/// Truths of the baseline among draws from an emulator that was fitted once.
package struct BaselineCalibration: Sendable {
  package var seed: UInt64 = 1
  package var runs = 2_000

  package init() {}

  /// Ranks so many truths, each drawn from the priors, among draws that are taken so many times as
  /// far from their mean as they are.
  package func ranks(
    of sets: Int, on workers: Workers, width: [Double]
  ) async throws -> [TruthRanks] {
    var funnel = BaselineFunnel()
    funnel.seed = seed
    let (parameters, cells) = (BaselineFunnel.parameters, BaselineFunnel.cells)
    var calibrator = Calibrator(
      parameters, cells, observed: cells.map { _ in nil }
    ) { [funnel] runs in
      try await workers.map(runs.count) {
        try funnel.counts(runs[$0].values, replication: UInt32(runs[$0].number))
      }
    }
    calibrator.runs = runs
    calibrator.seed = seed
    calibrator.drawCount = 199
    let amortised = try await calibrator.amortised()
    let found = try await workers.map(sets) { [runs, seed, funnel] set in
      var draw = RandomSource(seed: seed, replication: UInt32(set))
        .stream(for: Purpose(rawValue: 0xBE4C_0010))[0]
      let truth = parameters.map { $0.value(at: 2 * draw.uniform() - 1) }
      // No run of the emulator has the replication of a truth.
      let counts = try funnel.counts(truth, replication: UInt32(runs + set))
      let outcome = amortised.outcome(of: BaselineFunnel.observed(counts))
      return width.map { width in
        var ranks = TruthRanks(parameters)
        ranks.record(outcome, truth: truth, width: width)
        return ranks
      }
    }
    return width.indices.map { place in
      var all = TruthRanks(parameters)
      for ranks in found { all.merge(ranks[place]) }
      return all
    }
  }
}
