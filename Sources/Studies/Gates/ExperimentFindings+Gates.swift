public import GrowthloopFindings
import GrowthloopModel
public import GrowthloopPlans
import Statistics

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
