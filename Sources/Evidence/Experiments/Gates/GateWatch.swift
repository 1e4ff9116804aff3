import Gates
public import Scenarios
public import Statistics

/// Gates on metrics, and the replications after which they are looked at.
public struct GateWatch: Sendable, Hashable {
  public let gates: [GrowthGate]
  public let looks: PlannedLooks

  /// Looks after so many replications, and while a gate is undecided whenever their number has
  /// doubled, up to `most`.
  public init(_ gates: [GrowthGate], from replications: Int, to most: Int) {
    precondition(!gates.isEmpty, "there is nothing to watch")
    self.gates = gates
    looks = PlannedLooks(from: replications, to: most)
  }

  /// Holds the metrics of replications against the gates.
  ///
  /// Between two looks nothing is decided. Each gate has the confidence of the looks for itself.
  func judgements(of replicates: [Replicate]) -> [MetricJudgement] {
    let isLook = looks.isLook(after: replicates.count)
    return gates.map { gate in
      guard let place = Metric.place(of: gate.metric) else {
        preconditionFailure("no metric is called '\(gate.metric)'")
      }
      let moments = MetricMoments(at: place, over: replicates)
      let estimate = looks.estimate(after: replicates.count) { moments.estimate(confidence: $0) }
      return MetricJudgement(
        gate: gate, metric: Metric.all[place], count: moments.count, mean: moments.mean,
        estimate: estimate,
        verdict: isLook
          ? estimate.map { gate.limit.verdict(from: $0.low, to: $0.high) } ?? .undecided
          : .undecided)
    }
  }
}
