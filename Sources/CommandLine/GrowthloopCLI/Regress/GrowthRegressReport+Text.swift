import Experiments
import Regressions
import Statistics

extension GrowthRegressReport {
  private static let mostMetrics = 15
  private static let mostRules = 8

  /// The report as a terminal or a page shows it.
  func text(isMarkdown: Bool = false) -> String {
    func shown(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    let comparison = comparison
    let same =
      comparison.isIdentical
      ? "Identical: all \(comparison.replications) replications came out the same, to the last event.\n"
      : "\(comparison.identical) of \(comparison.replications) replications came out the same, to "
        + "the last event.\n"
    let parts = [
      (isMarkdown ? "# " : "") + title + "\n",
      "\(candidate) against \(baseline), under the same luck person by person.\n\(same)",
      comparison.isIdentical ? nil : shown(metricTable),
      rules.isEmpty ? nil : shown(ruleTable),
      names(comparison.lost, "Only the baseline knows"),
      names(comparison.gained, "Only the candidate knows"), verdict,
    ]
    return parts.compactMap(\.self).joined(separator: "\n")
  }

  /// What is judged, the other coefficients, and then whatever moved most surely.
  private var ranked: [GrowthComparison.Movement] {
    let all = comparison.movements
    let first = all.filter { $0.metric == metric }
    let coefficients = all.filter { $0.metric.hasPrefix("k.") && $0.metric != metric }
    let others = all.filter { $0.isMoved && !$0.metric.hasPrefix("k.") && $0.metric != metric }
    let sorted = others.enumerated().sorted {
      ($1.element.certainty, $0.offset) < ($0.element.certainty, $1.offset)
    }
    return first + coefficients + sorted.map(\.element)
  }

  private var metricTable: ReportTable {
    ReportTable(
      header: ["metric", "baseline", "candidate", "difference", "± 95%", ""],
      rows: ranked.prefix(Self.mostMetrics).map { movement in
        let style = Metric.named(movement.metric)?.style ?? .ratio
        let difference = movement.paired.difference.mean
        let interval = movement.estimate
        let isSure = interval.map { !$0.contains(0) } ?? false
        return [
          movement.metric, movement.paired.before.mean.map(style.text) ?? "–",
          movement.paired.after.mean.map(style.text) ?? "–",
          difference.map { ($0 > 0 ? "+" : "") + style.text($0) } ?? "–",
          interval.map { style.text($0.halfWidth) } ?? "–",
          !movement.isMoved ? "identical" : isSure ? "sure" : "",
        ]
      })
  }

  private var ruleTable: ReportTable {
    ReportTable(
      header: ["rule", "baseline", "candidate", "difference", "meaning"],
      rows: rules.prefix(Self.mostRules).map { rule in
        let style = NumberStyle.count
        return [
          rule.rule, style.text(rule.baseline), style.text(rule.candidate),
          (rule.difference > 0 ? "+" : "") + style.text(rule.difference), rule.meaning ?? "",
        ]
      })
  }

  private func names(_ metrics: [String], _ who: String) -> String? {
    metrics.isEmpty ? nil : "\(who): \(metrics.joined(separator: ", ")).\n"
  }

  /// Whether no replication gives the judged metric a value.
  private var isUndefined: Bool {
    comparison.movements.allSatisfy { $0.metric != metric || $0.paired.count == 0 }
  }

  private var verdict: String {
    let tolerance = NumberText.percent(tolerance.share)
    return switch call {
    case .worse: "REGRESSION: \(metric) is worse by more than \(tolerance) of what it was.\n"
    case .better: "BETTER: \(metric), by more than \(tolerance) of what it was.\n"
    case .noDifference where comparison.isIdentical: "NO REGRESSION: nothing differs.\n"
    case .noDifference:
      "NO REGRESSION: \(metric) is not worse by more than \(tolerance) of what it was.\n"
    case .undecided where isUndefined:
      "NOT DECIDED: \(metric) has no value in this scenario; '--metric' names another.\n"
    case .undecided:
      "NOT DECIDED: luck leaves open whether \(metric) is worse by more than \(tolerance). More "
        + "--replications narrow the interval.\n"
    }
  }
}

extension GrowthComparison.Movement {
  /// The distance from no difference, in standard errors; infinite where every pair differs alike.
  fileprivate var certainty: Double {
    guard let mean = paired.difference.mean, let error = paired.difference.standardError else {
      return 0
    }
    return error == 0 ? .infinity : mean.magnitude / error
  }
}
