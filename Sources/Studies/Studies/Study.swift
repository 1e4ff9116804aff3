import GrowthloopFindings
public import GrowthloopModel
public import SimulationKernel
public import Statistics

/// Replications of one plan, a given number or as many as an interval needs.
public struct Study: Sendable {
  public var plan: GrowthPlan
  public var seed: UInt64
  /// The number of replications; with a stop, the greatest number.
  public var replications: Int
  public var stop: Stop?
  /// Gates, whose looks set the number of replications in place of `replications` and `stop`.
  public var watch: GateWatch?
  /// The persons whose screens of invites are shown in addition to those of the busiest inviters.
  public var persons: [Int] = []
  /// The plans of draws from a posterior, one for each replication in turn; empty for `plan` alone.
  public var draws: [GrowthPlan] = []
  /// Replications that parts of the run have computed.
  public var recorded = RecordedReplications()
  /// The ranks that compute the replications, in place of workers.
  package var ranks: RankGroup?

  /// The stopping rule: the interval of one metric is narrow enough.
  public struct Stop: Sendable, Hashable {
    /// The key of a metric.
    public let metric: String
    public let target: SequentialStopping.Target
    /// The fewest replications before a stop: looking often at few misleads.
    static let minimum = 10

    public init(metric: String, target: SequentialStopping.Target) {
      precondition(Metric.named(metric) != nil, "no metric is called '\(metric)'")
      self.metric = metric
      self.target = target
    }
  }

  public init(_ plan: GrowthPlan, seed: UInt64 = 1, replications: Int = 16, stop: Stop? = nil) {
    self.plan = plan
    self.seed = seed
    self.replications = replications
    self.stop = stop
  }

  /// Whether each replication has a draw of its own of what is not known of the inputs.
  var isDrawn: Bool { !draws.isEmpty }

  /// The greatest number of replications.
  public var most: Int { watch?.looks.most ?? replications }

  /// The replications to compute, with the twins that tell inputs and chance apart.
  public var total: Int { draws.isEmpty ? most : 2 * most }

  /// Runs the replications; the result does not depend on the number of workers.
  ///
  /// When the task is cancelled, the outcome contains the replications that had finished in order.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> StudyOutcome {
    var outcome = StudyOutcome(of: self)
    let minimum = Stop.minimum
    let stopping =
      replications < minimum || watch != nil
      ? nil
      : stop.map {
        SequentialStopping(at: $0.target, minimum: minimum, maximum: replications)
      }
    var watched = stop.flatMap { Metric.place(of: $0.metric) }.map { MetricMoments(at: $0) }
    var batch = Batch(
      [plan], seed: seed, replications: most, workers: workers, meter: meter)
    batch.persons = persons
    batch.draws = [draws]
    batch.recorded = recorded
    batch.ranks = ranks
    let isComplete = try await batch.run { row in
      outcome.record(row[0])
      if let watch, watch.looks.isLook(after: outcome.replicates.count) {
        return outcome.gates.contains { $0.verdict == .undecided }
      }
      guard let stopping, let place = watched?.place else { return true }
      watched?.record(row[0].replicate.readings[place])
      return stopping.outcome(after: outcome.replicates.count) { watched?.whole } == nil
    }
    if !isComplete {
      outcome.ending = .cancelled
    } else if watch != nil, !outcome.gates.contains(where: { $0.verdict == .undecided }) {
      outcome.ending = .decided
    } else if case .reached = stopping?.outcome(
      after: outcome.replicates.count, by: { watched?.whole })
    {
      outcome.ending = .precise
    }
    if isComplete, !draws.isEmpty {
      // The same draws with other random numbers.
      let count = outcome.replicates.count
      var twins = Batch(
        [plan], seed: seed, replications: count, workers: workers, meter: meter)
      twins.first = [UInt32(most)]
      twins.draws = [draws]
      _ = try await twins.run { row in
        outcome.twins.append(row[0].replicate)
        return true
      }
    }
    return outcome
  }
}

extension MetricMoments {
  /// The mean with its interval, where every replication has a value.
  ///
  /// A metric that is undefined in one never becomes certain.
  fileprivate var whole: Estimate? { count == replications ? estimate() : nil }
}
