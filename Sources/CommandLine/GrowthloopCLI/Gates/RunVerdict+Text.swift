import Gates
import Statistics
import Verdicts

extension RunVerdict {
  /// The verdict as a terminal shows it.
  var text: String {
    var parts = [[title, question].compactMap(\.self).joined(separator: "\n\n")]
    let table = gateTable
    if !table.rows.isEmpty { parts.append(table.text.trimmingEnd()) }
    parts += stages.compactMap { stage in stage.note.map { "\(stage.name): \($0)" } }
    parts += stages.flatMap { stage in
      stage.gates.filter { $0.verdict != .kept }.map { gate in
        "\(stage.name), \(gate.gate) \(gate.verdict): \(gate.moved)."
          + (gate.next.map { "\n  Next: \($0)" } ?? "")
      }
    }
    parts.append("\(sentence) (\(NumberText.time(seconds)))")
    return parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
      .joined(separator: "\n\n") + "\n"
  }

  private var gateTable: ReportTable {
    GateTable(
      subject: "stage",
      rows: stages.flatMap { stage in
        stage.gates.map { gate in
          GateTable.Row(
            subject: [stage.name, gate.subject].compactMap(\.self).joined(separator: ", "),
            gate: gate.gate, measured: gate.measuredText, interval: gate.intervalText,
            verdict: gate.verdict)
        }
      }
    ).table
  }
}

extension StageResult {
  /// What became of it, while others still run.
  var progress: String {
    let time = NumberText.time(seconds)
    switch ending {
    case .failed: return "could not run"
    case .interrupted: return "interrupted after \(time)"
    case .empty, .complete: return "\(gates.isEmpty ? "done" : verdict.rawValue), \(time)"
    }
  }
}
