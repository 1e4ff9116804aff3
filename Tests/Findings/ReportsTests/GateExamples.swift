import GrowthloopFindings
import Statistics

/// Verdicts to write down.
enum Example {
  static func gate(
    _ text: String = "p99 < 200ms", about subject: String? = nil, value measured: Double? = 231,
    from low: Double? = 220, to high: Double? = 245, limit: Double = 200,
    _ comparison: GateLimit.Comparison = .below, is verdict: GateVerdict = .missed,
    doubt: String? = nil, next: String? = nil
  ) -> JudgedGate {
    JudgedGate(
      text, about: subject, Measure(measured, from: low, to: high, in: .milliseconds),
      GateLimit(comparison, limit), verdict, doubt: doubt, next: next)
  }

  static let kept = gate("errors < 1", value: 0.5, from: 0.25, to: 0.75, limit: 1, is: .kept)
  static let missed = gate(next: "growthloop load a.yaml --find-capacity")
  static let undecided = gate("p95 < 200ms", value: 198, from: 190, to: 210, is: .undecided)

  static let undecidedErrors = JudgedGate(
    "errors < 1%", Measure(0.005, from: 0.001, to: 0.02, in: .errors), GateLimit(.below, 0.01),
    .undecided)

  static func stage(
    _ gates: [JudgedGate], name: String = "links", note: String? = nil,
    ending: StageFindings.Ending = .complete
  ) -> StageFindings {
    StageFindings(
      kind: "load", name: name, folder: name, title: "Links", seconds: 1.5, note: note,
      gates: gates, ending: ending)
  }

  static func run(_ stages: StageFindings..., title: String = "Ready?") -> GateFindings {
    GateFindings(
      command: "growthloop gate a.yaml", title: title, question: "Is it?", stages: stages)
  }
}
