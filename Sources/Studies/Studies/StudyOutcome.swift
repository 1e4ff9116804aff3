public import GrowthloopFindings
import GrowthloopModel
public import Statistics
public import Vocabulary

/// The results of a study's replications.
public struct StudyOutcome: Sendable {
  public let study: Study
  public internal(set) var replicates: [Replicate] = []
  /// The replications once more, with the same inputs and other random numbers; empty where inputs
  /// are certain.
  public internal(set) var twins: [Replicate] = []
  public internal(set) var series: DaySeries
  public internal(set) var ending = ReplicationsEnding.complete

  init(of study: Study) {
    self.study = study
    series = DaySeries(days: study.plan.days)
  }

  public var isPartial: Bool { ending == .cancelled }

  /// The verdicts of the gates, in their order.
  public var gates: [JudgedGate] { study.watch?.judged(by: replicates, drawn: study.isDrawn) ?? [] }

  mutating func record(_ outcome: ReplicateOutcome) {
    replicates.append(outcome.replicate)
    series.record(outcome.days)
  }

  /// Every metric over the replications, in the order of `Metric.all`.
  public var summaries: [MetricSummary] {
    Metric.all.indices.map(summary)
  }

  /// Returns the metric at a place of `Metric.all` over the replications.
  func summary(at place: Int) -> MetricSummary {
    let moments = MetricMoments(at: place, over: replicates)
    return MetricSummary(
      moments, prediction: study.isDrawn ? moments.prediction(by: replicates) : nil)
  }

  /// The mean number of applications of each rule in a replication, in the order of the rules.
  public var rules: [(rule: RuleID, mean: Double)] {
    guard !replicates.isEmpty else { return [] }
    var sums: [RuleID: Int] = [:]
    for replicate in replicates {
      for count in replicate.rules { sums[count.rule, default: 0] += count.count }
    }
    return sums.sorted { $0.key < $1.key }.map {
      ($0.key, Double($0.value) / Double(replicates.count))
    }
  }
}

extension StudyOutcome {
  /// The decisions of one rule of credit against the truth.
  public struct RuleCredit: Sendable {
    public let rule: RuleID
    /// In the order of `CreditVerdict.allCases`.
    public let verdicts: [EventMoments]
  }

  /// The decisions of each rule of credit, over the replications, in the order of the rules.
  public var credit: [RuleCredit] {
    Set(replicates.flatMap(\.credit.keys)).sorted().map { rule in
      RuleCredit(
        rule: rule,
        verdicts: CreditVerdict.allCases.map { verdict in
          EventMoments(replicates.map { EventCounts($0.credit[rule]?[verdict] ?? 0, per: 1) })
        })
    }
  }

  /// The screens of inviters in the app at the end of the first replication.
  public var screens: [InviterDashboard] { replicates.first?.screens ?? [] }
}

/// One metric over the replications of a study, with its interval.
public struct MetricSummary: Sendable {
  public let moments: MetricMoments
  /// The mean with its interval, or that of a single replication where the inputs are drawn; `nil`
  /// before the second replication.
  public let estimate: Estimate?

  init(_ moments: MetricMoments, prediction: Estimate? = nil) {
    self.moments = moments
    estimate = prediction ?? moments.estimate()
  }

  public var metric: Metric { moments.metric }
  /// The number of replications in which it was defined.
  public var count: Int { moments.count }
  public var mean: Double? { moments.mean }

  /// Whether the target is met; `nil` without one, and while the interval contains it.
  public var meetsTarget: Bool? {
    guard let target = metric.target, let estimate else { return nil }
    return target.isMet(from: estimate.low, to: estimate.high)
  }
}
