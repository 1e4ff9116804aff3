package import GrowthloopStudies
import RandomStreams
package import SimulationKernel

/// The calibration of data whose truth is known.
package struct CalibrationBenchmark: Sendable {
  package var seed: UInt64 = 1
  package var runs = 2_000
  package var waves = 5

  package init() {}

  /// Ranks the truths of so many data sets of the branching funnel, each drawn from the priors,
  /// among draws that are taken so many times as far from their mean as they are.
  package func ranks(
    of sets: Int, on workers: Workers, width: [Double]
  ) async throws -> [TruthRanks] {
    var all = width.map { _ in TruthRanks(BranchingFunnel.parameters) }
    var found: [Int: [TruthRanks]] = [:]
    try await withThrowingTaskGroup(of: (Int, [TruthRanks]).self) { group in
      var next = 0
      func start() {
        guard next < sets else { return }
        let set = next
        next += 1
        group.addTask { (set, try await ranks(of: set, width: width)) }
      }
      for _ in 0..<workers.count { start() }
      while let (set, ranks) = try await group.next() {
        found[set] = ranks
        start()
      }
    }
    for set in 0..<sets {
      for place in width.indices { found[set].map { all[place].merge($0[place]) } }
    }
    return all
  }

  private func ranks(of set: Int, width: [Double]) async throws -> [TruthRanks] {
    try Task.checkCancellation()
    let (outcome, truth) = try await calibrated(set)
    return width.map { width in
      var ranks = TruthRanks(BranchingFunnel.parameters)
      ranks.record(outcome, truth: truth, width: width)
      return ranks
    }
  }

  private func draw(_ set: Int, _ purpose: UInt32, _ number: Int = 0) -> Draw {
    RandomSource(seed: seed, replication: UInt32(set))
      .stream(for: Purpose(rawValue: 0xBE4C_0000 + purpose))[UInt64(number)]
  }

  private func calibrated(_ set: Int) async throws -> (CalibrationOutcome, [Double]) {
    let model = BranchingFunnel()
    var draw = draw(set, 1)
    let truth = BranchingFunnel.parameters.map { $0.value(at: 2 * draw.uniform() - 1) }
    let observed = model.counts(truth, &draw)
    var calibrator = Calibrator(
      BranchingFunnel.parameters, BranchingFunnel.cells, observed: observed
    ) { runs in
      runs.map { run in
        var draw = self.draw(set, 2, run.number)
        return model.counts(run.values, &draw)
      }
    }
    calibrator.runs = runs
    calibrator.waves = waves
    calibrator.seed = seed &+ UInt64(set)
    calibrator.drawCount = 199
    return (try await calibrator.calibrate(), truth)
  }
}
