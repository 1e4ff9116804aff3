import GrowthloopReports

/// A recorder that appends runs to a history.
package struct HistoryRecorder {
  let file: String
  let moment: String
  let commit: String?
  private let output: OutputFile

  /// Creates a recorder; `moment` defaults to that of the commit.
  ///
  /// - Throws: `UsageError` where there is no moment, `InputOutputError` for a file that cannot be
  ///   written.
  package init(file: String, at moment: String?, commit: String?) throws {
    output = try OutputFile(file, for: "the measurement", mayBeRead: true)
    let commit = commit ?? RevisionBuild.commit(of: "HEAD")
    guard let moment = moment ?? commit.flatMap(RevisionBuild.moment), HistoryEntry.isMoment(moment)
    else {
      throw UsageError(
        description: "missing moment of the measurement: '--at 2026-11-21' or "
          + "'--at 2026-11-21T15:00:00Z', or a commit of the repository")
    }
    self.file = file
    self.moment = moment
    self.commit = commit
  }

  package func record(_ findings: any RecordedFindings) throws {
    try HistoryFile(file).append(try findings.entry(at: moment, commit: commit), to: output)
  }
}
