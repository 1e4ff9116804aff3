import GrowthloopReports

/// The options that name a history, and the moment and commit of its record.
enum RecordChoice {
  static let file = CommandOption(
    "--record", "FILE",
    "appends the figures of this build to a history, such as results/history/load.jsonl",
    completion: .file)
  static let at = CommandOption(
    "--at", "MOMENT",
    "the moment of the record, as 2026-11-21 or 2026-11-21T15:00:00Z (default: that of the commit)")
  static let commit = CommandOption(
    "--commit", "ID",
    "the commit of the record (default: GROWTHLOOP_COMMIT, or the one that is checked out)")
  static let options = [file, at, commit]

  /// Returns the history of `--record`; `nil` without it.
  static func read(_ arguments: Arguments, on console: any Console) throws -> HistoryRecorder? {
    guard let file = try arguments.one(file) else {
      if let option = arguments.first(of: [at, commit]) {
        throw UsageError(description: "'\(option)' is for '\(self.file)'")
      }
      return nil
    }
    return try recorder(of: file, arguments, on: console)
  }

  /// Returns the history of `file`.
  static func recorder(
    of file: String, _ arguments: Arguments, on console: any Console
  ) throws -> HistoryRecorder {
    try HistoryRecorder(
      file: file, at: arguments.one(at),
      commit: arguments.one(commit) ?? console.variable("GROWTHLOOP_COMMIT"))
  }
}
