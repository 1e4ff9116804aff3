import Gates

/// Gates with what was measured against them, for a report.
struct GateTable {
  /// One gate.
  struct Row {
    /// What it is about, where a report has several.
    var subject: String?
    let gate: String
    let measured: String
    /// From where to where.
    let interval: String
    let verdict: GateVerdict

    init(
      subject: String? = nil, gate: String, measured: String, interval: String,
      verdict: GateVerdict
    ) {
      self.subject = subject
      self.gate = gate
      self.measured = measured
      self.interval = interval
      self.verdict = verdict
    }

    /// From and to; `nil` where too little was measured.
    init(
      subject: String? = nil, gate: String, measured: String,
      interval: (low: String, high: String)?, verdict: GateVerdict
    ) {
      self.init(
        subject: subject, gate: gate, measured: measured,
        interval: interval.map { "\($0.low) to \($0.high)" } ?? "–", verdict: verdict)
    }
  }

  /// What the subjects are; `nil` where there is only one.
  var subject: String?
  let rows: [Row]

  var table: ReportTable {
    ReportTable(
      header: (subject.map { [$0] } ?? []) + ["gate", "measured", "95% interval", ""],
      rows: rows.map { row in
        (row.subject.map { [$0] } ?? []) + [
          row.gate, row.measured, row.interval, row.verdict.rawValue,
        ]
      })
  }
}

extension ExitCode {
  /// What a caller is told of gates: the worst that became of one.
  init(of verdicts: some Sequence<GateVerdict>) {
    self =
      switch verdicts.worst {
      case .kept: .success
      case .missed: .gateMissed
      case .undecided: .gateUndecided
      }
  }
}
