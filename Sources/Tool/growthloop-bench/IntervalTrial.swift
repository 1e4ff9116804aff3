public import GrowthloopFindings
public import GrowthloopModel
import GrowthloopPlans
public import GrowthloopStudies
public import SimulationKernel
public import Statistics

/// A measurement of interval coverage: runs of few replications, against all replications.
public struct IntervalTrial: Sendable {
  public var plan: GrowthPlan
  public var seed: UInt64 = 1
  /// The number of runs of each size.
  public var runs: Int
  /// The numbers of replications per run, ascending; a longer run begins with the shorter ones.
  public var sizes: [Int]
  /// The metric and limit of a gate that the truth misses: a rare harm.
  public var harm = (metric: "credit.stolenShare", limit: 0.001)

  public init(_ plan: GrowthPlan, runs: Int = 1_000, sizes: [Int] = [4, 8, 16, 32]) {
    precondition(runs > 0, "\(runs) runs measure nothing")
    precondition(
      sizes.first.map { $0 >= 2 } == true && zip(sizes, sizes.dropFirst()).allSatisfy(<),
      "sizes rise from two, unlike \(sizes)")
    self.plan = plan
    self.runs = runs
    self.sizes = sizes
  }

  /// The number of all replications.
  public var total: Int { runs * longest }
  private var longest: Int { sizes[sizes.count - 1] }

  /// Runs the replications; the result does not depend on the number of workers.
  ///
  /// - Returns: The outcome; `nil` when the task is cancelled.
  /// - Throws: `InvalidParameter` for behaviour that no distribution has.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> IntervalTrialOutcome? {
    let batch = Batch(
      [plan], seed: seed, replications: total, workers: workers, meter: meter)
    let gate = GrowthGate(
      harm.metric, GateLimit(.atMost, harm.limit), description: "\(harm.metric) <= \(harm.limit)")
    let watch = GateWatch([gate], from: sizes[0], to: longest)
    var outcome = IntervalTrialOutcome(sizes: sizes)
    var run: [Replicate] = []
    let isComplete = try await batch.run { row in
      run.append(row[0].replicate)
      if run.count == longest {
        outcome.record(run, watch)
        run.removeAll(keepingCapacity: true)
      }
      return true
    }
    return isComplete ? outcome : nil
  }
}

extension GrowthPlan {
  /// The same plan in a market so small that many metrics count few events.
  ///
  /// It has 3,000 people, 45 days, 150 seeds and 3 arrivals a day.
  public var inSmallMarket: GrowthPlan {
    var plan = self
    plan.days = 45
    plan.behaviour.market.people = 3_000
    plan.behaviour.market.acquaintances = nil
    plan.behaviour.arrivals.seeds = 150
    plan.behaviour.arrivals.organicPerDay = 3
    plan.behaviour.arrivals.crowd = nil
    return plan
  }
}

/// A measurement of the metrics' design effects in small markets, for `DesignEffects`.
public struct DesignEffectTrial: Sendable {
  public var plans: [GrowthPlan]
  public var seed: UInt64 = 1
  public var replications: Int

  /// Creates a trial of `replications` replications of each plan.
  public init(_ plans: [GrowthPlan], replications: Int) {
    precondition(!plans.isEmpty && replications > 1, "nothing to measure")
    self.plans = plans
    self.replications = replications
  }

  /// The least number of events; fewer give no estimate of their variance.
  private static let leastEvents = 30.0

  /// Returns the design effect of every metric that counts enough events, and of other counts.
  ///
  /// It is the greatest over the plans.
  ///
  /// - Returns: The effects; `nil` when the task is cancelled.
  /// - Throws: `InvalidParameter` for behaviour that no distribution has.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> DesignEffects? {
    var effects: [String: Double] = [:]
    var others: [DesignEffects.Counts: [String: Double]] = [:]
    for plan in plans {
      var counts: [DesignEffects.Counts: [[String: Int]]] = [:]
      var moments = Metric.all.indices.map { MetricMoments(at: $0) }
      let batch = Batch(
        [plan], seed: seed, replications: replications, workers: workers, meter: meter)
      let isComplete = try await batch.run { row in
        for place in moments.indices { moments[place].record(row[0].replicate.readings[place]) }
        counts[.creditByRule, default: []].append(row[0].replicate.creditByRule)
        counts[.applications, default: []].append(row[0].replicate.applications)
        return true
      }
      guard isComplete else { return nil }
      for moments in moments where moments.rarerEvents ?? 0 >= Self.leastEvents {
        let isPart = moments.metric.style == .share && moments.counted?.isPartOfWhole == true
        guard let effect = moments.counted?.designEffect(ofPart: isPart) else { continue }
        effects[moments.metric.key] = max(effects[moments.metric.key] ?? 1, effect)
      }
      for (kind, counts) in counts {
        for key in counts.reduce(into: Set<String>(), { $0.formUnion($1.keys) }) {
          let moments = EventMoments(counts.map { EventCounts($0[key] ?? 0, per: 1) })
          guard moments.events >= Self.leastEvents,
            let effect = moments.designEffect(ofPart: false)
          else { continue }
          others[kind, default: [:]][key] = max(others[kind]?[key] ?? 1, effect)
        }
      }
    }
    return DesignEffects(effects, others: others.mapValues { Array($0.values) })
  }
}

extension Replicate {
  fileprivate var creditByRule: [String: Int] {
    var counts: [String: Int] = [:]
    for (rule, verdicts) in credit {
      for (verdict, count) in zip(CreditVerdict.allCases, verdicts.counts) {
        counts["\(rule) \(verdict)"] = count
      }
    }
    return counts
  }

  fileprivate var applications: [String: Int] {
    Dictionary(rules.map { ("\($0.rule)", $0.count) }, uniquingKeysWith: +)
  }
}

/// The coverage of intervals, by metric and size.
public struct IntervalTrialOutcome: Sendable {
  public let sizes: [Int]
  /// The moments over all replications of all runs, in the order of `Metric.all`.
  public private(set) var truth = Metric.all.indices.map { MetricMoments(at: $0) }
  /// The intervals of the runs, by size and metric, without runs that give none.
  private var intervals: [[[Ends]]]
  /// Student's intervals of the same runs.
  private var plain: [[[Ends]]]
  /// The verdicts on a gate that the truth misses, by size, and with looks at all sizes.
  public private(set) var verdicts: [[GateVerdict]]
  public private(set) var verdictsOfLooks: [GateVerdict] = []

  private struct Ends {
    let low, high: Double

    init?(_ estimate: Estimate?) {
      guard let estimate else { return nil }
      (low, high) = (estimate.low, estimate.high)
    }
  }

  init(sizes: [Int]) {
    self.sizes = sizes
    let none = [[Ends]](repeating: [], count: Metric.all.count)
    intervals = [[[Ends]]](repeating: none, count: sizes.count)
    plain = intervals
    verdicts = [[GateVerdict]](repeating: [], count: sizes.count)
  }

  /// Adds the replications of the next run.
  mutating func record(_ run: [Replicate], _ watch: GateWatch) {
    var moments = Metric.all.indices.map { MetricMoments(at: $0) }
    var seen = 0
    var decided = GateVerdict.undecided
    for (place, size) in sizes.enumerated() {
      for replicate in run[seen..<size] {
        for metric in moments.indices {
          moments[metric].record(replicate.readings[metric])
          truth[metric].record(replicate.readings[metric])
        }
      }
      seen = size
      for metric in moments.indices {
        if let ends = Ends(moments[metric].estimate()) { intervals[place][metric].append(ends) }
        if let ends = Ends(moments[metric].values.meanEstimate()) {
          plain[place][metric].append(ends)
        }
      }
      let alone = GateWatch(watch.gates, from: size, to: size)
      let replicates = Array(run.prefix(size))
      verdicts[place] += alone.judged(by: replicates).map(\.verdict)
      if decided == .undecided { decided = watch.judged(by: replicates).map(\.verdict).worst }
    }
    verdictsOfLooks.append(decided)
  }
}

extension IntervalTrialOutcome {
  /// The coverage of one metric at one size.
  public struct Coverage: Sendable {
    public let metric: Metric
    public let size: Int
    public let truth: Double
    /// The mean number of events in a run of this size, or of failures if they are fewer.
    ///
    /// `nil` if none are counted.
    public let expectedEvents: Double?
    /// The runs whose interval held the truth, of those that give one.
    public let held: Proportion
    /// The same for Student's interval.
    public let heldByStudent: Proportion

    /// Whether the coverage is below `share` at the significance level 0.001.
    public func isBelow(_ share: Double) -> Bool {
      guard held.trials > 0 else { return false }
      return BinomialTails(trials: held.trials, chance: share).cumulative(held.successes) < 0.001
    }
  }

  /// The coverage of every metric that most replications define.
  ///
  /// The order is that of `Metric.all`, then of the sizes.
  public var coverages: [Coverage] {
    truth.indices.flatMap { place -> [Coverage] in
      let moments = truth[place]
      guard let mean = moments.mean, 2 * moments.count > moments.replications else { return [] }
      return sizes.indices.map { size in
        Coverage(
          metric: moments.metric, size: sizes[size], truth: mean,
          expectedEvents: moments.rarerEvents.map {
            $0 / Double(moments.replications) * Double(sizes[size])
          }, held: Self.held(mean, in: intervals[size][place]),
          heldByStudent: Self.held(mean, in: plain[size][place]))
      }
    }
  }

  private static func held(_ truth: Double, in intervals: [Ends]) -> Proportion {
    Proportion(intervals.count { $0.low <= truth && truth <= $0.high }, of: intervals.count)
  }
}

extension MetricMoments {
  /// The number of events, or of a proportion's failures if fewer; `nil` if none are counted.
  var rarerEvents: Double? {
    counted.map { counted in
      metric.style == .share && counted.isPartOfWhole
        ? min(counted.events, counted.exposure - counted.events) : counted.events
    }
  }
}
