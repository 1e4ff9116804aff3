public import GrowthloopFindings
import Statistics

/// A verdict as figures in the text format of OpenMetrics.
public struct GateMetrics {
  private let run: GateFindings

  public init(of run: GateFindings) { self.run = run }

  public var text: String {
    var metrics = OpenMetricsText()
    write(to: &metrics)
    return metrics.text
  }

  /// Writes the gates and the times of the stages to a text that has other figures, too.
  func write(to metrics: inout OpenMetricsText) {
    writeVerdicts(to: &metrics)
    let figures: [(name: String, help: String, value: (JudgedGate) -> Double?)] = [
      ("measured", "What was measured, in the unit of the gate.", \.measured.value),
      ("low", "The lower end of its interval.", \.measured.low),
      ("high", "The upper end of its interval.", \.measured.high),
      ("limit", "The limit of the gate.", { $0.limit.value }),
    ]
    for figure in figures {
      metrics.family("growthloop_gate_\(figure.name)", "gauge", figure.help)
      each { stage, gate in
        guard let value = figure.value(gate), value.isFinite else { return }
        metrics.sample(
          "growthloop_gate_\(figure.name)", value,
          labels: Self.labels(stage, gate) + [("unit", gate.measured.style.unit)])
      }
    }
    metrics.family("growthloop_stage_seconds", "gauge", "How long a stage took.")
    for stage in run.stages {
      metrics.sample(
        "growthloop_stage_seconds", stage.seconds,
        labels: [("kind", stage.kind), ("stage", stage.name)])
    }
  }

  /// Writes the states of each gate: one is 1, and the others are 0.
  private func writeVerdicts(to metrics: inout OpenMetricsText) {
    metrics.family("growthloop_gate", "stateset", "What became of a gate.")
    each { stage, gate in
      for verdict in [GateVerdict.kept, .missed, .undecided] {
        metrics.sample(
          "growthloop_gate", gate.verdict == verdict ? 1 : 0,
          labels: Self.labels(stage, gate) + [("growthloop_gate", verdict.rawValue)])
      }
    }
  }

  /// Visits each gate once: a gate that a plan names twice would repeat a figure.
  private func each(_ body: (StageFindings, JudgedGate) -> Void) {
    for stage in run.stages {
      var seen: Set<[String]> = []
      for gate in stage.gates where seen.insert([gate.gate, gate.subject ?? ""]).inserted {
        body(stage, gate)
      }
    }
  }

  private static func labels(
    _ stage: StageFindings, _ gate: JudgedGate
  ) -> [(name: String, value: String)] {
    [("stage", stage.name), ("gate", gate.gate)] + (gate.subject.map { [("subject", $0)] } ?? [])
  }
}
