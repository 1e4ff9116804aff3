import Experiments

extension StudyReport {
  /// What the report says to people, in tables of the kind that `render` makes.
  func text(_ choice: MetricChoice, isMarkdown: Bool = false) -> String {
    func render(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    var parts = [isMarkdown ? "# \(title)" : title]
    if let question { parts.append(question) }
    parts.append(circumstances)
    var table = ReportTable(header: ["metric", "mean", "± 95%", "target", "", "unit"])
    for place in choice.places { table.rows.append(Self.cells(metrics[place], at: place)) }
    parts.append(render(table))
    if !rules.isEmpty {
      var spoken = ReportTable(header: ["rule", "times in a replication", "meaning"])
      spoken.rows = rules.map {
        [$0.rule, Metric.Style.count.text($0.mean), $0.meaning ?? ""]
      }
      parts.append(render(spoken))
    }
    if choice.withDefinitions { parts.append(choice.definitions) }
    parts.append(
      "Targets that cannot hold together (KPI-09):\n"
        + targetsThatConflict.map { "- \($0)\n" }.joined())
    let paragraph = Assumption.paragraph(assumptions)
    if !paragraph.isEmpty { parts.append(paragraph) }
    parts.append("Again: \(isMarkdown ? "`\(command)`" : command)")
    return parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }.joined(separator: "\n\n")
      + "\n"
  }

  private var circumstances: String {
    let changed =
      changes.isEmpty
      ? "" : ", with " + changes.map { "\($0.setting)=\($0.value ?? "")" }.joined(separator: " ")
    let count = "\(replications) replications"
    let ended =
      isPartial
      ? "PARTIAL: interrupted after \(replications) of \(replicationsWanted) replications"
      : ending == StudyOutcome.Ending.precise.rawValue
        ? "\(count), enough for the precision wanted" : count
    return "Profile \(profile)\(changed); seed \(seed); \(ended)."
  }

  private static func cells(_ row: Row, at place: Int) -> [String] {
    let metric = Metric.all[place]
    let style = metric.style
    let halfWidth = row.low.flatMap { low in row.high.map { ($0 - low) / 2 } }
    let target = metric.target.map { target in
      "\(target.side.rawValue) \(style.text(target.value))"
    }
    let verdict =
      metric.target == nil
      ? "" : row.meetsTarget.map { $0 ? "met" : "missed" } ?? "undecided"
    return [
      row.metric, row.mean.map(style.text) ?? "–", halfWidth.map(style.text) ?? "–",
      target ?? "", verdict, row.unit,
    ]
  }
}
