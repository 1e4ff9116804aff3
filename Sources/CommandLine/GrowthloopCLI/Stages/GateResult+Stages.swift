import ContactTrials
import Experiments
import Gates
import LoadGenerator
import LoadTrials
import Rehearsals
import Scenarios
import Statistics
import Verdicts
import Vocabulary

// What each kind of stage says of a gate, in the words that all of them share.

extension GateResult {
  /// A gate on a metric, in so many replications.
  init(_ judgement: MetricJudgement, in replications: Int, _ repetition: Repetition) {
    let gate = judgement.gate
    let style = judgement.metric.style
    let estimate = judgement.estimate
    let next: String? =
      switch judgement.verdict {
      case .kept: nil
      case .missed:
        repetition.alone.text("--metrics", judgement.metric.family, "--definitions")
      case .undecided:
        judgement.replicationsToDecide.map {
          repetition.here.changing("mostReplications", to: "\($0)").text()
        }
      }
    self.init(
      gate.description,
      Measurement(
        judgement.mean, from: estimate?.low, to: estimate?.high, in: style.unit),
      limit: gate.limit.value, side: gate.limit.side, verdict: judgement.verdict,
      remark: Self.remark(judgement, in: replications), next: next,
      shown: { style.text($0) }, apart: style == .share ? { Self.points($0) } : nil)
  }

  /// What a bound rests on, where no event was seen, and how many replications define the metric, where
  /// not all do.
  private static func remark(_ judgement: MetricJudgement, in replications: Int) -> String? {
    let interval = judgement.estimate.map { IntervalText($0, in: judgement.metric.style) }
    let bound = interval.flatMap { $0.bound == nil ? nil : $0.text }
    let defined =
      judgement.count == replications
      ? nil : "defined in \(judgement.count) of \(replications.counting("replication"))"
    let remarks = [bound, defined].compactMap(\.self)
    return remarks.isEmpty ? nil : remarks.joined(separator: ", ")
  }

  /// A distance between two shares: in per cent it would read like one of them.
  private static func points(_ distance: Double) -> String {
    "\(NumberText.significant(distance * 100)) points"
  }

  /// A gate on the answers of a service.
  init(_ judgement: GateJudgement, of report: LoadReport) {
    let next: String? =
      switch judgement.verdict {
      case .kept: nil
      case .missed: report.repetition.alone.text("--find-capacity")
      case .undecided:
        judgement.doubt == nil
          ? report.repetition.here.changing("length", to: report.longerLength).text()
          : report.repetition.here.text()
      }
    self.init(judgement, doubt: judgement.doubt?.words, next: next)
  }

  /// A gate on the answers of the service in a rehearsal.
  init(_ judgement: GateJudgement, of report: RehearsalReport) {
    let rate = report.plan.rate
    let next: String? =
      switch judgement.verdict {
      case .kept: nil
      case .missed: report.repetition.alone.changing("rate", to: "\(max(1, rate / 2))").text()
      case .undecided: report.repetition.here.text()
      }
    self.init(judgement, next: next)
  }

  /// That a rehearsal came out as the rules decided.
  init(of report: RehearsalReport) {
    let differences = report.outcome.reconciliation.map { Double($0.differences.count) }
    let verdict: GateVerdict =
      switch differences {
      case nil: .undecided
      case 0: .kept
      default: .missed
      }
    self.init(
      "differences < 1",
      Measurement(differences, from: differences, to: differences, in: "whole"), limit: 1,
      side: .below, verdict: verdict,
      next: verdict == .kept ? nil : report.repetition.alone.text("--out", "rehearsal")
    ) { NumberText.decimal($0, 0) }
  }

  private init(_ judgement: GateJudgement, doubt: String? = nil, next: String?) {
    let figures = LoadReport.Gate(judgement)
    let isTime = judgement.gate.responseLimit != nil
    self.init(
      judgement.gate.description,
      Measurement(figures.measured, from: figures.low, to: figures.high, in: figures.unit),
      limit: judgement.gate.limitValue, side: .below, verdict: judgement.verdict, doubt: doubt,
      next: next
    ) { value in
      isTime
        ? "\(NumberText.significant(value)) ms" : NumberText.decimal(value * 100, 3) + "%"
    }
  }

  /// A gate on the work that a book of contacts makes.
  init(_ judgement: ContactsReport.Judgement, of report: ContactsReport) {
    let times = judgement.milliseconds
    let next: String? =
      switch judgement.verdict {
      case .kept: nil
      case .missed:
        report.repetition.alone.changing("sizes", to: "[\(judgement.contacts)]").text()
      case .undecided:
        report.repetition.here.changing("rounds", to: "\(report.plan.rounds * 4)").text()
      }
    self.init(
      judgement.gate, about: report.plan.sizes.count > 1 ? "\(judgement.contacts) contacts" : nil,
      Measurement(times[1], from: times[0], to: times[2], in: "ms"), limit: judgement.limit,
      side: .below, verdict: judgement.verdict, next: next
    ) { "\(NumberText.significant($0)) ms" }
  }
}

extension NumberStyle {
  /// What programs call the unit.
  fileprivate var unit: String {
    switch self {
    case .count, .whole, .share, .ratio, .days: rawValue
    case .seconds: "s"
    case .milliseconds: "ms"
    }
  }
}

extension Metric {
  /// What its key begins with: those beside it have the same.
  fileprivate var family: String { String(key.prefix { $0 != "." }) }
}

extension LoadGate {
  /// The limit in milliseconds, or as a share.
  fileprivate var limitValue: Double {
    switch limit {
    case .response(_, let nanoseconds): Double(nanoseconds) / 1e6
    case .errors(let share): share
    }
  }
}

extension LoadReport {
  /// Four times as long, so that intervals are half as wide.
  fileprivate var longerLength: String {
    "\((scenario.length.milliseconds * 4 + 999) / 1_000)s"
  }
}
