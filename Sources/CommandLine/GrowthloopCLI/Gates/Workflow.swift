import Foundation
import Verdicts

/// The workflow of GitHub Actions that the tool runs in, if it does.
struct Workflow {
  private let console: any Console

  init(_ console: any Console) { self.console = console }

  /// Marks the workflow with what is not kept, and adds the summary to its step.
  func tell(_ verdict: RunVerdict, failingUndecided: Bool) {
    if console.variable("GITHUB_ACTIONS") == "true" {
      for line in Annotations(of: verdict, failingUndecided: failingUndecided).lines {
        console.complain(line)
      }
    }
    guard let path = console.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    do {
      try append(StepSummary(of: verdict).text, to: path)
    } catch {
      // The verdict does not depend on it.
      console.complain(
        "growthloop: the step summary cannot be written: \(FileObstacle.reason(error))")
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
