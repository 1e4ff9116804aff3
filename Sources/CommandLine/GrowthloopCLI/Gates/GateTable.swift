import Gates

/// Gates with what was measured against them, for a report.
struct GateTable {
  /// One gate.
  struct Row {
    /// What it is about, where a report has several.
    var subject: String?
    let gate: String
    let measured: String
    /// From and to; `nil` where too little was measured.
    let interval: (low: String, high: String)?
    let verdict: GateVerdict
  }

  /// What the subjects are; `nil` where there is only one.
  var subject: String?
  let rows: [Row]

  var table: ReportTable {
    ReportTable(
      header: (subject.map { [$0] } ?? []) + ["gate", "measured", "95% interval", ""],
      rows: rows.map { row in
        (row.subject.map { [$0] } ?? []) + [
          row.gate, row.measured, row.interval.map { "\($0.low) to \($0.high)" } ?? "–",
          row.verdict.rawValue,
        ]
      })
  }
}

extension ExitCode {
  /// What a caller is told of gates: the worst that became of one.
  init(of verdicts: some Sequence<GateVerdict>) {
    let verdicts = Set(verdicts)
    self =
      verdicts.contains(.missed)
      ? .gateMissed : verdicts.contains(.undecided) ? .gateUndecided : .success
  }
}
