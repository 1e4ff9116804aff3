import GrowthloopStudies
import GrowthloopFindings
import GrowthloopReports

/// The delivery of a command's findings: text or JSON to the console, files to the folder of
/// `--out`.
struct Delivery {
  private let folder: String?
  private let lock: FolderLock?
  let isJSON: Bool
  private let isUnfolded: Bool

  /// Reads the options, and locks the folder; `kinds` are those of runs that may be in it already.
  ///
  /// Of several ranks only one writes.
  ///
  /// - Throws: `InputOutputError` for a folder that cannot be written to, and `UsageError` for one
  ///   with a run of another kind.
  init(
    _ arguments: Arguments, of kinds: [any RunFindings.Type], among ranks: RankGroup? = nil
  ) throws {
    folder = try arguments.one(.out)
    isJSON = arguments.has(.json)
    isUnfolded = arguments.has(.assumptions)
    if let folder, let obstacle = FileErrorText.toWriting(folder) {
      throw InputOutputError(description: "cannot write the results to '\(folder)': \(obstacle)")
    }
    let isWriter = ranks.map { $0.transport.rank == 0 } ?? true
    lock = isWriter ? try folder.map(FolderLock.init) : nil
    if let folder, let kind = ResultFolder(path: folder).kind,
      !kinds.contains(where: { $0.kind == kind })
    {
      throw UsageError(
        description:
          "'\(folder)' has a run of '\(kind)', which would be mixed with this one: name another "
          + "folder")
    }
    if let folder { try ResultFolder(path: folder).reserve() }
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
