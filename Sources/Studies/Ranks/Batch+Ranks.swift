import GrowthloopModel
import GrowthloopFindings
import SimulationKernel

extension Batch {
  /// Runs the replications on ranks, and calls `deliver` with the outcomes in the order of their
  /// numbers until it returns `false`.
  ///
  /// - Throws: `RankGroup.Dismissed` on every rank but the first: the results are there.
  func run(
    among ranks: RankGroup, inOrder deliver: (ReplicateOutcome) throws -> Bool
  ) throws {
    let digest =
      ([ToolVersion.current, "\(seed)", "\(total)", "\(first)", "\(persons)"]
      + plans.map(\.digest)).joined(separator: " ")
    if try dividesPopulations(among: ranks) {
      return try divide(among: ranks, as: digest, inOrder: deliver)
    }
    guard ranks.transport.rank == 0 else {
      let meter = ProgressMeter()
      try RankMember(group: ranks, workers: workers.count, run: digest, meter: meter) {
        number, outcome in
        try RecordedReplicate(outcome, ofPlan: place(of: number).plan).bytes()
      } compute: { number, isWanted in
        try compute(number, reportingTo: meter, while: isWanted)
      }.serve()
    }
    var leader = RankLeader(
      ranks, workers: workers.count, total: total, run: digest, meter: meter, known: recordedOutcome
    ) { bytes in
      guard let outcome = try RecordedReplicate(bytes).outcome else {
        throw UnreadableOutcome()
      }
      return outcome
    } compute: { number, isWanted in
      try compute(number, while: isWanted)
    }
    try leader.lead { _, outcome in try deliver(outcome) }
  }

  /// An outcome of another rank that cannot be read; it is computed again.
  private struct UnreadableOutcome: Error {}
}
