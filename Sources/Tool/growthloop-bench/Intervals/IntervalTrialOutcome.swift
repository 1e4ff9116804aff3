public import GrowthloopStudies
public import GrowthloopFindings
public import Statistics

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
