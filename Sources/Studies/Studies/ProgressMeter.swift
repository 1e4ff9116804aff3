public import GrowthloopFindings
public import GrowthloopModel
import Profiles
import Prompts
package import SimulationKernel
import Statistics
import Synchronization
public import Vocabulary

/// The progress of a set of replications; workers add to it from any thread.
public final class ProgressMeter: Sendable {
  /// The progress at one moment.
  public struct Reading: Sendable, Hashable {
    /// The replications done, with fractions of the running ones.
    public var replications = 0.0
    public var events: UInt64 = 0

    public init(replications: Double = 0, events: UInt64 = 0) {
      self.replications = replications
      self.events = events
    }
  }

  private let reading = Mutex(Reading())

  public init() {}

  public var current: Reading { reading.withLock { $0 } }

  package func add(_ share: Double, events: UInt64) {
    reading.withLock {
      $0.replications += share
      $0.events += events
    }
  }
}

extension ProgressMeter.Reading {
  /// Returns the progress of `total` replications, with their speed and the remaining time.
  ///
  /// A total of zero is not known: a search ends when it has found.
  public func line(of total: Int, after elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    guard total > 0 else {
      return "\(NumberText.decimal(replications, 0)) replications, "
        + "\(NumberText.decimal(Double(events) / seconds / 1e6, 2)) M events/s"
    }
    let done = min(replications, Double(total))
    var line =
      "\(NumberText.decimal(done, 1)) of \(total) replications, "
      + "\(NumberText.decimal(Double(events) / seconds / 1e6, 2)) M events/s"
    if done > 0 {
      let left = seconds / done * (Double(total) - done)
      line += ", \(Self.time(left)) left"
    }
    return line
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 90
      ? "\(NumberText.decimal(seconds, 0)) s" : "\(NumberText.decimal(seconds / 60, 1)) min"
  }
}

/// Replications of several plans in turn, so that at any end all plans have run equally often.
package struct Batch: Sendable {
  let plans: [GrowthPlan]
  let seed: UInt64
  let replications: Int
  /// The number of the first replication of each plan.
  var first: [UInt32]
  /// For each plan those of draws from a posterior, in turn; empty for the plan alone.
  var draws: [[GrowthPlan]]
  /// The persons whose screens are stored.
  var persons: [Int] = []
  /// Replications that were computed before.
  var recorded = RecordedReplications()
  let workers: Workers
  /// The ranks that compute in place of `workers`.
  var ranks: RankGroup?
  let meter: ProgressMeter?

  package init(
    _ plans: [GrowthPlan], seed: UInt64, replications: Int, workers: Workers, meter: ProgressMeter?
  ) {
    precondition(!plans.isEmpty && replications > 0, "\(replications) replications of nothing")
    self.plans = plans
    self.seed = seed
    self.replications = replications
    first = [UInt32](repeating: 0, count: plans.count)
    draws = [[GrowthPlan]](repeating: [], count: plans.count)
    self.workers = workers
    self.meter = meter
  }

  /// The number of threads for each replication of a plan: one, unless there are more workers than
  /// replications, and the population is large enough to be divided.
  func shards(of plan: GrowthPlan) -> Int {
    guard Self.isLarge(plan) else { return 1 }
    return max(1, workers.count / (replications * plans.count))
  }

  /// Whether a population is worth dividing: in a smaller one the parts wait for each other longer
  /// than they work.
  static func isLarge(_ plan: GrowthPlan) -> Bool { plan.behaviour.market.people >= 1_000_000 }

  /// Runs the replications and calls `deliver` with the results of every plan, in order.
  ///
  /// It ends when `deliver` returns `false`.
  ///
  /// - Returns: Whether it ended without a cancellation.
  package func run(
    _ deliver: ([ReplicateOutcome]) throws -> Bool
  ) async throws -> Bool {
    var row: [ReplicateOutcome] = []
    func add(_ outcome: ReplicateOutcome) throws -> Bool {
      row.append(outcome)
      guard row.count == plans.count else { return true }
      defer { row.removeAll(keepingCapacity: true) }
      return try deliver(row)
    }
    do {
      if let ranks {
        try run(among: ranks) { try add($0) }
      } else {
        try await workers.replicate(total) { number in
          try recordedOutcome(of: number) ?? compute(number)
        } inOrder: {
          try add($1)
        }
      }
    } catch is CancellationError {
      return false
    }
    return true
  }

  /// The number of replications over all plans.
  var total: Int { replications * plans.count }

  /// Returns the place of a number's plan, and its replication.
  func place(of number: Int) -> (plan: Int, replication: UInt32) {
    let plan = number % plans.count
    return (plan, first[plan] + UInt32(number / plans.count))
  }

  /// Returns the plan of a number: its own, or the draw of its replication.
  private func plan(of number: Int) -> GrowthPlan {
    let place = number % plans.count
    let own = draws[place]
    return own.isEmpty ? plans[place] : own[number / plans.count % own.count]
  }

  /// Returns what was computed before; `nil` if it was not.
  func recordedOutcome(of number: Int) -> ReplicateOutcome? {
    let (plan, replication) = place(of: number)
    guard let outcome = recorded[plan, replication] else { return nil }
    meter?.add(1, events: outcome.replicate.events)
    return outcome
  }

  /// - Throws: `CancellationError` as well once `isWanted` returns `false`.
  func compute(
    _ number: Int, reportingTo meter: ProgressMeter? = nil, while isWanted: () -> Bool = { true }
  ) throws -> ReplicateOutcome {
    let (_, replication) = place(of: number)
    let plan = plan(of: number)
    return try Replicate.run(
      plan, seed: seed, number: replication, shards: shards(of: plan),
      showing: persons, meter: meter ?? self.meter, while: isWanted)
  }
}

extension GrowthRun {
  /// Runs to the end of the last day, unless the task is cancelled or `goesOn` returns `false` at
  /// the moment that the run has reached.
  ///
  /// Returns whether it reached the end.
  package mutating func run(
    reportingTo meter: ProgressMeter?, while goesOn: (Instant) -> Bool = { _ in true }
  ) -> Bool {
    var reported: (share: Double, events: UInt64) = (0, 0)
    // Two milliseconds: who changes the question again does not wait for the work of before.
    let isComplete = run(every: 4_096) { progress in
      meter?.add(progress.share - reported.share, events: progress.events - reported.events)
      reported = (progress.share, progress.events)
      return !Task.isCancelled && goesOn(progress.now)
    }
    if isComplete {
      meter?.add(1 - reported.share, events: log.count - min(log.count, reported.events))
    }
    return isComplete
  }
}

extension Replicate {
  /// Runs replication `number` of `plan` on so many threads; returns its stored results and its days.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain, and
  ///   `CancellationError` once the task is cancelled or `isWanted` returns `false`.
  static func run(
    _ plan: GrowthPlan, seed: UInt64, number: UInt32, shards: Int = 1, showing persons: [Int] = [],
    meter: ProgressMeter?, while isWanted: () -> Bool = { true }
  ) throws -> ReplicateOutcome {
    // A worker may come to it after the cancellation.
    try Task.checkCancellation()
    var run = try GrowthRun(plan, seed: seed, replication: number, shards: shards)
    guard run.run(reportingTo: meter, while: { _ in isWanted() }) else { throw CancellationError() }
    let results = run.results(busiest: number == 0 ? busiest : 0, and: number == 0 ? persons : [])
    return outcome(of: results, number: number, of: plan)
  }

  /// Runs the part of replication `number` that this process holds; returns its results in the first
  /// of the processes, and `nil` in the others.
  static func run(
    _ plan: GrowthPlan, seed: UInt64, number: UInt32, over link: any ShardLink,
    showing persons: [Int], meter: ProgressMeter?
  ) throws -> ReplicateOutcome? {
    var run = try GrowthRun(plan, seed: seed, replication: number, over: link)
    guard run.run(reportingTo: meter) else { throw run.failure ?? CancellationError() }
    return try run.results(
      over: link, busiest: number == 0 ? busiest : 0, and: number == 0 ? persons : []
    ).map { outcome(of: $0, number: number, of: plan) }
  }

  private static func outcome(
    of results: GrowthResults, number: UInt32, of plan: GrowthPlan
  ) -> ReplicateOutcome {
    let observation = Observation(
      plan: plan, tally: results.tally, cascades: results.cascades,
      rewards: results.rewards, tallyAtJudgement: results.tallyAtJudgement)
    let replicate = Replicate(
      number: number, hash: results.log.hash, events: results.log.count,
      readings: Metric.all.map { $0.reading(in: observation) }, rules: ruleCounts(observation),
      credit: observation.tally.credit.byRule,
      screens: results.screens.map { InviterDashboard($0, app: plan.profile.app) })
    return ReplicateOutcome(replicate, days: DaySeries.counts(of: observation.tally.days))
  }

  /// The number of inviters whose screens are stored, in the first replication.
  private static let busiest = 5

  /// Returns the rules of credit, those that refused a share, and those that withheld prompts.
  private static func ruleCounts(_ observation: Observation) -> [RuleCount] {
    var counts = observation.tally.credit.byRule.mapValues(\.total)
    counts.merge(observation.tally.shares.refusedByRule) { $0 + $1 }
    for reason in PromptSuppression.allCases {
      let count = observation.tally.prompts.suppressed[Int(reason.ordinal)]
      if count > 0 { counts[reason.rule(in: observation.plan.profile.id), default: 0] += count }
    }
    return counts.map { RuleCount(rule: $0.key, count: $0.value) }.sorted { $0.rule < $1.rule }
  }
}

/// The stored results of one replication.
public struct Replicate: Sendable, Hashable {
  /// Its number; seed and number reproduce the replication.
  public let number: UInt32
  /// A digest of all its events, and the number of them.
  public let hash: UInt64
  public let events: UInt64
  /// The metrics in the order of `Metric.all`.
  public let readings: [MetricReading]
  /// The number of applications of each rule, in the order of the rules.
  public let rules: [RuleCount]
  /// The decisions of each rule of credit against the truth.
  public let credit: [RuleID: CreditTally.Verdicts]
  /// The screens of the busiest inviters and of the requested ones; of the first replication only.
  public let screens: [InviterDashboard]

  init(
    number: UInt32, hash: UInt64, events: UInt64, readings: [MetricReading], rules: [RuleCount],
    credit: [RuleID: CreditTally.Verdicts] = [:], screens: [InviterDashboard] = []
  ) {
    self.number = number
    self.hash = hash
    self.events = events
    self.readings = readings
    self.rules = rules
    self.credit = credit
    self.screens = screens
  }

  public struct RuleCount: Sendable, Hashable {
    public let rule: RuleID
    public let count: Int
  }

  /// The metrics in the order of `Metric.all`; `nil` for an undefined one.
  public var values: [Double?] { readings.map(\.value) }

  /// Returns the same of a market in which each person stands for so many: what counts is as many
  /// times greater, and counts no single events.
  func standing(for people: Double) -> Replicate {
    guard people != 1 else { return self }
    let scaled = zip(Metric.all, readings).map { metric, reading in
      metric.style == .count && metric.countsEvents
        ? MetricReading(reading.value.map { $0 * people }) : reading
    }
    return Replicate(
      number: number, hash: hash, events: events, readings: scaled, rules: rules, credit: credit,
      screens: screens)
  }

  /// Returns the value of the metric with the key `key`.
  public func value(of key: String) -> Double? {
    Metric.place(of: key).flatMap { readings[$0].value }
  }
}

/// The results of one replication, with the counts of its days.
package struct ReplicateOutcome: Sendable, Hashable {
  package let replicate: Replicate
  /// Day by day, in the order of `DaySeries.columns`.
  package let days: [Int]

  init(_ replicate: Replicate, days: [Int]) {
    self.replicate = replicate
    self.days = days
  }
}

extension Replicate {
  /// The digest of all events, in hexadecimal.
  public var digest: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
