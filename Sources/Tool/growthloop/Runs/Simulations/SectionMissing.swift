package import GrowthloopFindings

/// The error for a scenario without the section that a command runs.
package enum SectionMissing {
  package static func experiment(in file: String) -> DiagnosticList {
    error("'experiment' is missing: its arms", in: file, "scenarios/experiments/message.yaml")
  }

  package static func rollout(in file: String) -> DiagnosticList {
    error(
      "'rollout' is missing: its guardrails and its defect", in: file,
      "scenarios/rollouts/product.yaml")
  }

  private static func error(_ words: String, in file: String, _ example: String) -> DiagnosticList {
    DiagnosticList([
      Diagnostic(
        .error, words, at: SourceText(argument: file).range(0..<0), remedy: "see \(example)")
    ])
  }
}
