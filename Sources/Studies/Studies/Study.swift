public import GrowthloopFindings
public import GrowthloopModel
public import SimulationKernel
public import Statistics
public import Vocabulary

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

/// The counts of each day, over replications.
public struct DaySeries: Sendable, Hashable {
  /// A column of the series.
  public struct Column: Sendable {
    public let name: String
    let value: @Sendable (Tally.Day) -> Int
  }

  public static let columns = [
    Column(name: "organicLaunches", value: \.organicLaunches),
    Column(name: "creditedLaunches", value: \.creditedLaunches),
    Column(name: "homes", value: \.homes),
    Column(name: "firstValues", value: \.firstValues),
    Column(name: "active", value: \.active),
    Column(name: "sessions", value: \.sessions),
    Column(name: "prompts", value: \.prompts),
    Column(name: "opened", value: \.opened),
    Column(name: "sheets", value: \.sheets),
    Column(name: "invites", value: \.invites),
    Column(name: "taps", value: \.taps),
  ]

  /// By day, and then in the order of `columns`.
  public private(set) var days: [[EventMoments]]

  public init(days: Int) {
    let day = [EventMoments](repeating: EventMoments(), count: Self.columns.count)
    self.days = [[EventMoments]](repeating: day, count: days)
  }

  /// Returns the counts of a replication, day by day in the order of `columns`.
  static func counts(of replication: [Tally.Day]) -> [Int] {
    replication.flatMap { day in columns.map { $0.value(day) } }
  }

  /// Adds the counts of the next replication.
  package mutating func record(_ counts: [Int]) {
    for (place, count) in counts.enumerated() {
      let (day, column) = place.quotientAndRemainder(dividingBy: Self.columns.count)
      days[day][column].record(EventCounts(count, per: 1))
    }
  }
}

/// The results of a study's replications.
public struct StudyOutcome: Sendable {
  public let study: Study
  public internal(set) var replicates: [Replicate] = []
  /// The replications once more, with the same inputs and other random numbers; empty where inputs
  /// are certain.
  public internal(set) var twins: [Replicate] = []
  public internal(set) var series: DaySeries
  public internal(set) var ending = ReplicationsEnding.complete

  package init(of study: Study) {
    self.study = study
    series = DaySeries(days: study.plan.days)
  }

  public var isPartial: Bool { ending == .cancelled }

  /// The verdicts of the gates, in their order.
  public var gates: [JudgedGate] { study.watch?.judged(by: replicates, drawn: study.isDrawn) ?? [] }

  package mutating func record(_ outcome: ReplicateOutcome) {
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
  /// Whether the run counts it at all.
  var isCounted: Bool { !metric.isOfOneDay || count > 0 }
  /// The number of replications in which it was defined.
  public var count: Int { moments.count }
  public var mean: Double? { moments.mean }

  /// Returns whether a target is met; `nil` while the interval contains it.
  public func meets(_ target: GateLimit) -> Bool? {
    switch estimate.map({ target.verdict(from: $0.low, to: $0.high) }) {
    case .kept: true
    case .missed: false
    case .undecided, nil: nil
    }
  }
}
