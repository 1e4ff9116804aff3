public import Gates
public import Scenarios
public import Statistics

/// What the replications of a study say of a gate, and how surely.
public struct MetricJudgement: Sendable {
  public let gate: GrowthGate
  public let metric: Metric
  /// The replications in which the metric was defined.
  public let count: Int
  public let mean: Double?
  /// The mean with its interval, which holds the truth at all looks at once; `nil` before the second
  /// replication.
  public let estimate: Estimate?
  public let verdict: GateVerdict

  /// How many replications would probably decide it, if the mean stays where it is; `nil` where no
  /// number would, or one has.
  public var replicationsToDecide: Int? {
    guard verdict == .undecided, let estimate, count > 1 else { return nil }
    let limit = gate.limit.value
    let distance = (estimate.value - limit).magnitude
    let reach =
      limit > estimate.value ? estimate.high - estimate.value : estimate.value - estimate.low
    // A bound falls with the number of replications, an interval with its root.
    let times = reach / distance
    let needed = Double(count) * times * (estimate.isBound ? 1 : times)
    guard needed.isFinite, needed < 50_000 else { return nil }
    // Luck is as likely to shorten the distance as to lengthen it.
    return max(2 * count, Int((needed * 2).rounded(.up)))
  }
}

extension Metric {
  /// The metrics as scenarios name them.
  public static let names: [MetricName] = all.map { MetricName($0.key, $0.style.scale) }
}

extension NumberStyle {
  /// How values are written in a gate.
  fileprivate var scale: MetricName.Scale {
    switch self {
    case .count, .whole, .ratio, .milliseconds: .number
    case .share: .share
    case .days: .days
    case .seconds: .seconds
    }
  }
}
