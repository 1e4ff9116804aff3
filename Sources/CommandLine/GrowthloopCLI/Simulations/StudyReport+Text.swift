import Experiments
import Statistics

extension StudyReport {
  /// What the report says to people, in tables of the kind that `render` makes.
  ///
  /// Whoever asks for some metrics alone gets these without the tables that stand side by side.
  func text(_ choice: MetricChoice, isMarkdown: Bool = false) -> String {
    func render(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    func section(_ title: String, _ body: String) -> String {
      isMarkdown ? "## \(title.replacing("\n", with: " "))\n\n\(body)" : "\(title):\n\n\(body)"
    }
    var parts = [isMarkdown ? "# \(title)" : title]
    if let question { parts.append(question) }
    parts.append(circumstances)
    var table = ReportTable(header: ["metric", "mean", "± 95%", "target", "", "unit"])
    for place in choice.places { table.rows.append(cells(metrics[place], at: place)) }
    parts.append(render(table))
    if let gates { parts.append(section("Gates", render(gateTable(gates)))) }
    if choice.isUsual || isMarkdown {
      parts.append(
        section("What the document asks whose targets hold (metrics.profile)", render(scores)))
      for breakdown in Breakdown.all {
        if let table = breakdown.table(of: metrics, in: replications) {
          parts.append(section(breakdown.title, render(table)))
          if let note = breakdown.note { parts.append(note) }
        }
      }
      if !credit.isEmpty {
        parts.append(section(CreditReport.legend, render(CreditReport.table(credit))))
      }
      if !spoken.rows.isEmpty { parts.append(section("Rules that spoke", render(spoken))) }
    }
    if choice.isUsual || isMarkdown || showsDashboards {
      parts.append(section(dashboardTitle, render(InviterReport.table(dashboards))))
    }
    if choice.withDefinitions { parts.append(choice.definitions) }
    parts += remarks(isMarkdown: isMarkdown)
    return parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }.joined(separator: "\n\n")
      + "\n"
  }

  /// What is not answered, what cannot hold, what is assumed, and how to come by the same again.
  private func remarks(isMarkdown: Bool) -> [String] {
    let assumed = RunParameter.assumptions(parameters)
    return [
      "Targets that cannot hold together (KPI-09):\n"
        + targetsThatConflict.map { "- \($0)\n" }.joined(),
      "Not answered here:\n" + unanswered.map { "- \($0.id): \($0.reason).\n" }.joined(),
    ] + (assumed.isEmpty ? [] : [assumed]) + [
      "Again: \(isMarkdown ? "`\(command)`" : command)"
    ]
  }

  private func gateTable(_ gates: [Gate]) -> ReportTable {
    GateTable(
      rows: gates.map { gate in
        let style = Metric.named(gate.metric)?.style ?? .ratio
        let interval = IntervalText(
          gate.mean, from: gate.low, to: gate.high, in: style, gate.evidence)
        return GateTable.Row(
          gate: gate.gate, measured: gate.mean.map(style.text) ?? "nothing",
          interval: (interval?.ends ?? "–") + gate.replications.among(replications),
          verdict: gate.verdict)
      }
    ).table
  }

  private var scores: ReportTable {
    var table = ReportTable(header: ["entry", "role", "metric", "mean", "± 95%", "target", ""])
    table.rows = scorecard.flatMap { score in
      guard !score.metrics.isEmpty else {
        return [[score.id, score.role, "not answered here", "", "", "", ""]]
      }
      return score.metrics.compactMap { Metric.place(of: $0) }.enumerated().map { line, place in
        (line == 0 ? [score.id, score.role] : ["", ""])
          + cells(metrics[place], at: place).dropLast()
      }
    }
    return table
  }

  private var spoken: ReportTable {
    var table = ReportTable(header: ["rule", "times in a replication", "meaning"])
    table.rows = rules.map {
      [$0.rule, NumberStyle.count.text($0.mean), $0.meaning ?? ""]
    }
    return table
  }

  private var dashboardTitle: String {
    hasDashboard
      ? "What the busiest inviters would see in the app, in the first replication"
      : "Under these settings no inviter has a dashboard (visibility.dashboardEnabled)"
  }

  private var circumstances: String {
    let changed =
      changes.isEmpty
      ? "" : ", with " + changes.map { "\($0.setting)=\($0.value ?? "")" }.joined(separator: " ")
    let count = replications.counting("replication")
    let ended =
      switch StudyOutcome.Ending(rawValue: ending) {
      case .cancelled:
        "PARTIAL: interrupted after \(replications) of \(replicationsWanted) replications"
      case .precise: "\(count), enough for the precision wanted"
      case .decided: "\(count), enough to decide every gate"
      case .complete, nil: count
      }
    return "Profile \(profile)\(changed); seed \(seed); \(ended)."
  }

  private func cells(_ row: Row, at place: Int) -> [String] {
    let metric = Metric.all[place]
    let style = metric.style
    let target = metric.target.map { target in
      "\(target.side.rawValue) \(style.text(target.value))"
    }
    return [
      row.metric, row.mean.map(style.text) ?? "–", row.interval(of: replications),
      target ?? "", metric.target == nil ? "" : row.verdict, row.unit,
    ]
  }
}
