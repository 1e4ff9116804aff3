package import GrowthloopStudies
import RandomStreams
package import SimulationKernel

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
