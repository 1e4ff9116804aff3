import JSON
import Reports
import Runners
import Runs
import Terminal

/// The delivery of a command's findings: text or JSON to the console, files to the folder of
/// `--out`.
struct Delivery {
  private let folder: String?
  let isJSON: Bool
  private let isUnfolded: Bool

  /// - Throws: `InputOutputError` for a folder that cannot be written to.
  init(_ arguments: Arguments) throws {
    folder = try arguments.one(.out)
    isJSON = arguments.has(.json)
    isUnfolded = arguments.has(.assumptions)
    if let folder, let obstacle = FileErrorText.toWriting(folder) {
      throw InputOutputError(description: "cannot write the results to '\(folder)': \(obstacle)")
    }
  }

  /// Whether the findings go anywhere but into a text.
  var isKept: Bool { isJSON || folder != nil }

  /// Writes the folder and prints; `shown` replaces all findings in the JSON output.
  ///
  /// It prints in any case: an unwritable file must not lose a long measurement.
  func deliver(
    _ findings: any ReportedFindings, _ files: @autoclosure () -> [ResultFile],
    shown: (any RunFindings)? = nil, as summary: @autoclosure () -> Report, on console: any Console
  ) throws {
    let written = Result {
      if let folder { try ResultFolder(path: folder).write(StageOutput(findings, files())) }
    }
    try console.write(
      isJSON
        ? try (shown ?? findings).json() : summary().text(in: console.form, unfolded: isUnfolded))
    try console.flush()
    try written.get()
  }
}
