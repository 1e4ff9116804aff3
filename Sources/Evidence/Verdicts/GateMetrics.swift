import Gates
import OpenMetrics

/// A verdict as figures in the text format of OpenMetrics.
public struct GateMetrics {
  private let run: RunVerdict

  public init(of run: RunVerdict) { self.run = run }

  public var text: String {
    var metrics = OpenMetricsText()
    writeVerdicts(to: &metrics)
    let figures: [(name: String, help: String, value: (GateResult) -> Double?)] = [
      ("measured", "What was measured, in the unit of the gate.", \.measured),
      ("low", "The lower end of its interval.", \.low),
      ("high", "The upper end of its interval.", \.high),
      ("limit", "The limit of the gate.", { $0.limit }),
    ]
    for figure in figures {
      metrics.family("growthloop_gate_\(figure.name)", "gauge", figure.help)
      each { stage, gate in
        guard let value = figure.value(gate) else { return }
        metrics.sample(
          "growthloop_gate_\(figure.name)", value,
          labels: Self.labels(stage, gate) + [("unit", gate.unit)])
      }
    }
    metrics.family("growthloop_stage_seconds", "gauge", "How long a stage took.")
    for stage in run.stages {
      metrics.sample(
        "growthloop_stage_seconds", stage.seconds,
        labels: [("kind", stage.kind), ("stage", stage.name)])
    }
    return metrics.text
  }

  /// One state of each gate is 1, and the others are 0.
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

  /// Goes through the gates; one that a plan names twice would be the same figure twice.
  private func each(_ body: (StageResult, GateResult) -> Void) {
    for stage in run.stages {
      var seen: Set<[String]> = []
      for gate in stage.gates where seen.insert([gate.gate, gate.subject ?? ""]).inserted {
        body(stage, gate)
      }
    }
  }

  private static func labels(
    _ stage: StageResult, _ gate: GateResult
  ) -> [(name: String, value: String)] {
    [("stage", stage.name), ("gate", gate.gate)] + (gate.subject.map { [("subject", $0)] } ?? [])
  }
}
