public import GrowthloopModel
import RandomStreams
public import SimulationKernel

/// Replications of a study of matching: every rule receives the same launches in each of them.
public struct MatchingTrial: Sendable {
  public var study: MatchingStudy
  public var candidates: [MatchingStudy.Candidate]
  public var seed: UInt64
  public var replications: Int

  public init(
    _ study: MatchingStudy, of candidates: [MatchingStudy.Candidate] = MatchingStudy.bakeOff,
    seed: UInt64 = 1, replications: Int = 8
  ) {
    precondition(!candidates.isEmpty && replications > 0, "\(replications) replications of nothing")
    self.study = study
    self.candidates = candidates
    self.seed = seed
    self.replications = replications
  }

  /// Runs the replications; the result does not depend on the number of workers.
  ///
  /// When the task is cancelled, the outcome contains the replications that had finished in order.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> MatchingTrialOutcome {
    var outcome = MatchingTrialOutcome(of: self)
    let (study, rules, seed) = (study, candidates.map(\.rule), seed)
    do {
      try await workers.replicate(replications) { number in
        try Task.checkCancellation()
        let source = RandomSource(seed: seed, replication: UInt32(number))
        let fared = study.run(rules, source: source)
        meter?.add(1, events: UInt64(fared[0].invited + fared[0].organic))
        return fared
      } inOrder: { _, fared in
        outcome.replicates.append(fared)
        return true
      }
    } catch is CancellationError {
      outcome.isPartial = true
    }
    return outcome
  }
}
