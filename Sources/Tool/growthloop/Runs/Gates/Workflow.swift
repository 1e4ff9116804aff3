import Foundation
package import GrowthloopReports
package import GrowthloopFindings

/// The workflow of GitHub Actions in which the tool runs, if any.
package struct Workflow {
  private let console: any Console

  package init(_ console: any Console) { self.console = console }

  /// Annotates the gates that are not kept, and appends the summary to the step.
  package func tell(_ verdict: GateFindings, failingUndecided: Bool) {
    if console.variable("GITHUB_ACTIONS") == "true" {
      for line in Annotations(of: verdict, failingUndecided: failingUndecided).lines {
        console.complain(line)
      }
    }
    guard let path = console.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    do {
      try append(StepSummary(of: verdict).text, to: path)
    } catch {
      // The verdict does not depend on the summary.
      console.complain(
        "growthloop: the step summary cannot be written: \(FileErrorText.reason(error))")
    }
  }

  private func append(_ text: String, to path: String) throws {
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(filePath: path))
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }
}
