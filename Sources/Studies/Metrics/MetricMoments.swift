import GrowthloopModel
import Invites
public import Statistics

/// One metric over replications, with an estimate of its mean.
///
/// The mean is that of the values of the replications in which the metric is defined, each counting
/// once.
public struct MetricMoments: Sendable, Hashable {
  /// The place of the metric in `Metric.all`.
  let place: Int
  public private(set) var values = RunningMoments()
  /// The events behind the values; `nil` where the metric counts none.
  public private(set) var counted: EventMoments?
  /// The value without events.
  private var origin = 0.0
  /// The values of a metric without events that is a time, or a number of whole steps.
  private var times = SkewedMean()
  private var steps = StepMoments()
  /// The number of all replications, including those in which it is undefined.
  public private(set) var replications = 0

  public init(at place: Int) {
    self.place = place
  }

  public init(at place: Int, over replicates: some Sequence<Replicate>) {
    self.init(at: place)
    for replicate in replicates { record(replicate.readings[place]) }
  }

  public mutating func record(_ reading: MetricReading) {
    replications += 1
    if let value = reading.value {
      values.record(value)
      switch metric.dispersion {
      case .time: times.record(value)
      case .steps where reading.counts == nil: steps.record(value)
      case .steps, .plain: break
      }
    }
    if let counts = reading.counts {
      counted = counted.with(counts)
      origin = reading.origin
    }
  }

  public var metric: Metric { Metric.all[place] }
  /// The number of replications in which it is defined.
  public var count: Int { values.count }
  public var mean: Double? { values.mean }

  /// Returns the mean with its interval; `nil` before the second value.
  ///
  /// The interval of a count is valid for few events too (`EventMoments`), as is that of whole
  /// steps (`StepMoments`). That of times allows for skew (`SkewedMean`). Equal times have an
  /// interval of zero width from the tenth on, and none before.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    if let counted {
      return counted.estimate(
        confidence: confidence, storedEffect: metric.designEffect,
        isShare: metric.style == .share
      )?.shifted(by: origin)
    }
    if let equality = values.equalEstimate(confidence: confidence), metric.dispersion != .steps {
      return equality
    }
    guard let minimum = values.minimum, let maximum = values.maximum else { return nil }
    switch metric.dispersion {
    case .steps:
      return steps.estimate(confidence: confidence, storedEffect: metric.designEffect)
    case .time: return minimum < maximum ? times.estimate(confidence: confidence) : nil
    case .plain:
      let estimate = minimum < maximum ? values.meanEstimate(confidence: confidence) : nil
      return metric.style == .share && minimum >= -1 && maximum <= 1
        ? estimate?.clamped(to: -1...1) : estimate
    }
  }
}

extension MetricMoments {
  /// Returns the mean with the interval in which a single replication lies, each with a draw of its
  /// own of what is not known; `replicates` are those of the moments.
  func prediction(by replicates: [Replicate], confidence: Double = 0.95) -> Estimate? {
    let draws = replicates.compactMap { $0.readings[place].value }
    guard
      let prediction = Estimate(predictionBy: draws, confidence: confidence)?
        .reaching(over: estimate(confidence: confidence))
    else { return nil }
    // Students's interval knows no end of what is counted.
    let isShare = metric.style == .share && draws.allSatisfy { (-1...1).contains($0) }
    return prediction.clamped(
      to: (draws.allSatisfy { $0 >= 0 } ? 0 : isShare ? -1 : -.infinity)...(isShare ? 1 : .infinity)
    )
  }
}

extension Metric {
  /// The dispersion over replications of values that count no events.
  enum Dispersion { case plain, time, steps }

  var dispersion: Dispersion {
    switch style {
    case .seconds, .milliseconds, .days: .time
    case .count, .whole: .steps
    case .share, .errors, .ratio: .plain
    }
  }
}

extension EventMoments? {
  /// Returns the same moments with one more replication.
  fileprivate func with(_ counts: EventCounts) -> EventMoments {
    var moments = self ?? EventMoments()
    moments.record(counts)
    return moments
  }
}

extension RunningMoments {
  /// The number of equal values below which they are no evidence that others are rare.
  private static let leastEqual = 10

  /// Returns the value that all have; `nil` where they differ, or are few.
  func equalEstimate(confidence: Double = 0.95) -> Estimate? {
    guard let minimum, minimum == maximum, count >= Self.leastEqual else { return nil }
    return Estimate(
      minimum, from: minimum, to: minimum, confidence: confidence, basis: .equality(count))
  }
}

extension Metric {
  /// The attempts to share, from the entry point to the end.
  static let flow: [Metric] = opening + completing + effort + mishaps

  private static let opening: [Metric] = [
    .count(
      "flow.opened", "Entry points opened", "times",
      "Times that a member opened a way to share, by an entry point, a prompt or Invite More.",
      "P-DSH-01"
    ) { $0.opened },
    .ratio(
      "flow.openedPerActiveDay", "Flow openings", "times per active member and day",
      "Times that a way to share was opened, per active member and day, over all days."
    ) { ($0.opened, $0.activeDays) },
    .share(
      "flow.openRate.week", "Weekly flow open rate", "of active members and weeks",
      "The share of the active members of a week who opened a way to share at least once in it, over "
        + "all weeks; \(activeMember).",
      "D-MET-04"
    ) {
      (
        $0.tally.activity.weeklyOpeners.reduce(0, +), $0.tally.activity.weeklyActive.reduce(0, +)
      )
    },
    .share(
      "flow.openRate.day", "Daily flow open rate", "of active members and days",
      "The share of the active members of a day who opened a way to share at least once on it, over "
        + "all days; \(activeMember).",
      "D-MET-04"
    ) { ($0.tally.days.reduce(0) { $0 + $1.openers }, $0.activeDays) },
  ]

  private static let completing: [Metric] = [
    .share(
      "flow.senderShare", "Openers who send", "of members who opened",
      "The share of members who ever opened a way to share who ever completed a share by one, or "
        + "copied the link where the policy takes that for sending.",
      "D-MET-01", target: .above(0.5, "D-MET-01")
    ) { ($0.tally.activity.flowSenders, $0.tally.activity.openers) },
    .share(
      "flow.completion", "Flows that end in an invite", "of times opened",
      "Completed shares and copied links, per time that a way to share was opened.", "P-DSH-01"
    ) { ($0.completions + $0.copies, $0.opened) },
    .count(
      "flow.sheets", "Share sheets", "times",
      "Times that a share sheet opened, again after it was cancelled among them.", "P-DSH-01"
    ) { $0.tally.shares.sheets },
    .share(
      "flow.sheetCompletion", "Share sheets completed", "of share sheets",
      "The share of share sheets that were completed rather than cancelled.",
      "D-MET-06", target: .above(0.7, "D-MET-06")
    ) { ($0.completions, $0.tally.shares.sheets) },
    .share(
      "flow.more", "Shares followed by Invite More", "of completed shares",
      "Taps on Invite More, on the screen that confirms a share, per completed share.",
      "D-PRO-02", "D-PRO-08"
    ) { ($0.tally.shares.askedForMore, $0.completions) },
    .share(
      "flow.grantShare", "Contacts allowed in the flow", "of attempts with an explainer",
      "Attempts to share after which the app may read contacts, per attempt in which it said why.",
      "D-MET-05", target: .above(0.6, "D-MET-05")
    ) { ($0.tally.shares.granted, $0.tally.shares.explained) },
  ]

  private static let effort: [Metric] = [
    Metric(
      key: "flow.seconds", name: "Time to send", unit: "per completed share", style: .seconds,
      definition:
        "The mean time from opening a way to share to the end of attempts that were completed.",
      answers: ["P-MET-04"], target: .below(8, "P-MET-04"),
      value: { run in
        run.completions == 0
          ? nil : Double(run.tally.shares.millisecondsToComplete) / 1_000 / Double(run.completions)
      }),
    .quantile(
      0.5, "flow.seconds.median", "Median time to send", "per completed share",
      "The time from opening a way to share to the end that half of the completed attempts keep.",
      "P-MET-04", target: .below(8, "P-MET-04"), style: .seconds
    ) { $0.tally.shares.seconds },
    .quantile(
      0.9, "flow.seconds.p90", "Time to send, nine in ten", "per completed share",
      "The time from opening a way to share to the end that nine in ten completed attempts keep.",
      "P-MET-04", style: .seconds
    ) { $0.tally.shares.seconds },
    .quantile(
      0.5, "flow.taps.median", "Median taps to send", "taps per completed share",
      "The taps from the entry point to the end that half of the completed attempts keep, in the "
        + "policy's way of counting.",
      "D-MET-07", style: .count
    ) { $0.tally.shares.taps },
    .quantile(
      0.9, "flow.taps.p90", "Taps to send, nine in ten", "taps per completed share",
      "The taps from the entry point to the end that nine in ten completed attempts keep, in the "
        + "policy's way of counting.",
      "D-MET-07", style: .count
    ) { $0.tally.shares.taps },
    .share(
      "flow.taps.inBudget", "Shares within the taps", "of completed shares",
      "The share of completed attempts within the profile's budget of taps, where it has one."
    ) {
      let shares = $0.tally.shares
      return (shares.withinTapBudget, shares.withinTapBudget + shares.overTapBudget)
    },
  ]

  private static let mishaps: [Metric] =
    [
      .count(
        "flow.unsent", "Shares without a send", "completed shares",
        "Completed shares in which nothing was sent, as a draft that was left."
      ) { $0.tally.shares.unsent },
      .share(
        "flow.queuedLate", "Queued links that came late", "of attempts that waited for the network",
        "The share of attempts to share that waited for the network whose link was ready later than "
          + "offline.drainSeconds after its return."
      ) { ($0.tally.shares.late, $0.tally.shares.queued) },
      .share(
        "flow.selectedReached", "Picked contacts reached", "of picked contacts",
        "The share of the contacts picked in the app who were recipients of the completed share."
      ) { ($0.tally.shares.selectedReached, $0.tally.shares.selected) },
      .ratio(
        "flow.linkRequests", "Requests for a link", "requests per link",
        "Requests to create a link, repeated ones among them, per link that was created."
      ) { ($0.tally.shares.linkRequests, $0.tally.shares.linksCreated) },
    ]
    + SharingAttempt.Ending.allCases.map { ending in
      .count(
        "flow.ended.\(ending)", "Attempts \(ending)", "attempts to share",
        "Attempts to share that ended so: \(ending).", "P-DSH-03"
      ) { $0.attempts(ending: ending) }
    }
}
