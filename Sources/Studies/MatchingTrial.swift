public import GrowthloopModel
import RandomStreams
public import SimulationKernel
public import Statistics

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

/// The results of a trial's rules, against the true clicks.
public struct MatchingTrialOutcome: Sendable {
  public let trial: MatchingTrial
  /// The result of each rule in each finished replication.
  public internal(set) var replicates: [[MatchingOutcome]] = []
  public internal(set) var isPartial = false

  init(of trial: MatchingTrial) {
    self.trial = trial
  }

  /// A proportion of the launches, by the result of matching.
  public enum Share: String, CaseIterable, Sendable {
    /// Invited, and matched to the click that led to the launch.
    case right
    /// Invited, and matched to another person's click.
    case wrong
    /// Invited, and matched to none.
    case missed
    /// Organic, and matched to a person's click all the same.
    case stolen

    /// The proportion of a perfect matcher.
    public var truth: Double { self == .right ? 1 : 0 }

    func counts(in outcome: MatchingOutcome) -> EventCounts {
      switch self {
      case .right: EventCounts(outcome.found, per: outcome.invited)
      case .wrong: EventCounts(outcome.wrong, per: outcome.invited)
      case .missed:
        EventCounts(outcome.invited - outcome.found - outcome.wrong, per: outcome.invited)
      case .stolen: EventCounts(outcome.stolen, per: outcome.organic)
      }
    }
  }

  /// Returns one proportion of one rule over the replications.
  public func moments(of share: Share, rule place: Int) -> EventMoments {
    EventMoments(replicates.map { share.counts(in: $0[place]) })
  }

  /// The mean numbers of invited and of organic launches in a replication.
  public var launches: (invited: Double, organic: Double) {
    let counts = replicates.map { (Double($0[0].invited), Double($0[0].organic)) }
    let number = Double(max(counts.count, 1))
    return (
      counts.reduce(0) { $0 + $1.0 } / number, counts.reduce(0) { $0 + $1.1 } / number
    )
  }
}
