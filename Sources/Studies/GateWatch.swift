public import GrowthloopFindings
import GrowthloopModel
public import GrowthloopPlans
public import Statistics

/// Gates on metrics, with the interim looks at them.
public struct GateWatch: Sendable, Hashable {
  public let gates: [GrowthGate]
  public let looks: PlannedLooks

  /// Creates looks after so many replications, and again whenever their number has doubled, up to
  /// `most`.
  ///
  /// The later looks take place only while a gate is undecided.
  public init(_ gates: [GrowthGate], from replications: Int, to most: Int) {
    precondition(!gates.isEmpty, "there is nothing to watch")
    self.gates = gates
    looks = PlannedLooks(from: replications, to: most)
  }

  /// Returns the verdicts of the gates on the metrics of replications.
  ///
  /// Between two looks no gate is decided. Each gate has the confidence of the looks for itself.
  /// Where the inputs are drawn, a gate is held against a single replication, and not their mean.
  package func judged(by replicates: [Replicate], drawn: Bool = false) -> [JudgedGate] {
    let isLook = looks.isLook(after: replicates.count)
    return gates.map { gate in
      guard let place = Metric.place(of: gate.metric) else {
        preconditionFailure("no metric is called '\(gate.metric)'")
      }
      let moments = MetricMoments(at: place, over: replicates)
      let estimate = looks.estimate(after: replicates.count) {
        drawn
          ? moments.prediction(by: replicates, confidence: $0) : moments.estimate(confidence: $0)
      }
      let metric = Metric.all[place]
      let measured = Measure(
        moments.mean, estimate, in: metric.style, count: moments.count, of: replicates.count)
      let verdict = estimate.map { gate.limit.verdict(from: $0.low, to: $0.high) }
      return JudgedGate(
        gate.description, metric: metric.key, measured, gate.limit,
        isLook ? verdict ?? .undecided : .undecided,
        remark: drawn ? gate.limit.remark(on: replicates, at: place) : measured.remark)
    }
  }
}

extension GateLimit {
  /// The share of the draws on the wrong side.
  fileprivate func remark(on replicates: [Replicate], at place: Int) -> String? {
    let draws = replicates.compactMap { $0.readings[place].value }
    let wrong = draws.count { !isKept(by: $0) }
    guard !draws.isEmpty else { return nil }
    return
      "\(wrong) of \(draws.count.counting("draw")) miss it, which only data on the inputs change"
  }
}

extension Measure {
  /// A remark on the bound without observed events, and on the replications that define the metric.
  ///
  /// The latter stands where not all of them do.
  fileprivate var remark: String? {
    let bound = interval.flatMap { $0.isBound ? IntervalText($0, in: style).text : nil }
    let defined = count.flatMap { count in
      all.map { "defined in \(count) of \($0.counting("replication"))" }
    }
    let remarks = [bound, defined].compactMap(\.self)
    return remarks.isEmpty ? nil : remarks.joined(separator: ", ")
  }
}

extension JudgedGate {
  /// The number of replications that would probably decide the gate, if the mean stays the same.
  ///
  /// `nil` where no number would, or one has.
  public var replicationsToDecide: Int? {
    guard verdict == .undecided, let estimate = measured.interval, !estimate.isPrediction,
      let count = measured.count
    else { return nil }
    return estimate.countToDecide(limit.value, after: count)
  }
}

extension Metric {
  /// The metrics under their names in scenarios.
  public static let names: [MetricName] = all.map {
    MetricName($0.key, $0.style.scale, isProportion: $0.isProportion)
  }
}

extension NumberStyle {
  /// The notation of values in a gate.
  fileprivate var scale: MetricName.Scale {
    switch self {
    case .count, .whole, .ratio, .milliseconds: .number
    case .share, .errors: .share
    case .days: .days
    case .seconds: .seconds
    }
  }
}

extension ExperimentFindings {
  /// Returns the verdicts on the gates of `plan`, each for every variant.
  public func judged(by plan: ExperimentPlan) -> [JudgedGate] {
    variants.flatMap { variant in
      plan.gates.map { gate in
        guard let figure = ExperimentFigure(gate.metric) else {
          preconditionFailure("no measure is called '\(gate.metric)'")
        }
        let unit = figure.unit ?? plan.unit
        let analysis = figure.analysis?.rawValue
        let row = variant.designs.first {
          $0.unit == unit.rawValue && (analysis == nil || $0.analysis == analysis)
        }
        let isAsWritten = figure.unit == nil && plan.rule != .fixed
        let rule = isAsWritten ? variant.rules.first { $0.rule == plan.rule.rawValue } : nil
        let measured =
          switch figure.measure {
          case .power where isAsWritten: rule?.power
          case .falseAlarms where isAsWritten: rule?.falseAlarms
          case .power: row?.power
          case .falseAlarms: row?.falseAlarms
          case .coverage: row?.coverage
          case .ownCoverage: row?.ownCoverage
          case .bias: row?.bias.magnitude
          case .detectable: row?.detectable
          case .splitAlarms: variant.splitAlarms
          }
        return JudgedGate(
          gate.description, metric: gate.metric,
          about: variants.count > 1 ? variant.name : nil,
          counted(measured ?? Measure(nil, in: .share), over: row?.runs), gate.limit,
          remark: row == nil ? "the design gave no effect in half of the runs" : nil)
      }
    }
  }

  private func counted(_ measure: Measure, over runs: Int?) -> Measure {
    var measure = measure
    measure.count = runs
    return measure
  }
}

extension RolloutFindings {
  /// Returns the verdicts on the gates of `section`, of the plan as written.
  public func judged(by section: RolloutSection) -> [JudgedGate] {
    section.gates.map { gate in
      guard let measure = RolloutMeasure(rawValue: gate.metric) else {
        preconditionFailure("no measure is called '\(gate.metric)'")
      }
      let plan = plans.first { $0.isWritten }
      var measured =
        switch measure {
        case .detection: plan?.detected
        case .falseRollback: plan?.falseRollbacks
        case .falseHold: plan?.falselyHeld
        case .undecidedRollback: plan?.undecided
        case .lost: plan?.lost
        case .launchesBefore: plan?.launchesBefore
        case .launchesAfter: plan?.launchesAfter
        }
      measured?.count = ramps
      return JudgedGate(
        gate.description, metric: gate.metric, measured ?? Measure(nil, in: .share), gate.limit)
    }
  }
}

extension JudgedGate {
  /// Creates a gate whose verdict is that of the measurement's interval; undecided without one.
  fileprivate init(
    _ gate: String, metric: String, about subject: String? = nil, _ measured: Measure,
    _ limit: GateLimit, remark: String? = nil
  ) {
    let verdict = measured.interval.map { limit.verdict(from: $0.low, to: $0.high) }
    self.init(
      gate, metric: metric, about: subject, measured, limit, verdict ?? .undecided, remark: remark)
  }
}

extension Measure {
  /// The size of the value, with the interval of the size.
  fileprivate var magnitude: Measure {
    guard let value, let interval else { return self }
    let ends = [interval.low.magnitude, interval.high.magnitude].sorted()
    return Measure(
      value.magnitude, from: interval.contains(0) ? 0 : ends[0], to: ends[1], in: style,
      confidence: interval.confidence)
  }
}
