import Foundation
import Regressions

/// Where a measurement is kept for later, and as whose.
struct RecordChoice {
  static let options = ["--record", "--at", "--commit"]

  static let help = """
      --record FILE         appends what this build took to a history, such as results/history/load.jsonl
      --at MOMENT           (--record) when, as 2026-11-21 or 2026-11-21T15:00:00Z; of the commit if not
                            said
      --commit ID           (--record) of which commit; GROWTHLOOP_COMMIT, or the one that is checked out
    """

  let file: String?
  private let at: String?
  private let commit: String?

  init(_ arguments: Arguments, on console: any Console) throws {
    try self.init(file: try arguments.one("--record"), arguments, on: console)
  }

  /// The same for a file that is named in another way.
  init(file: String?, _ arguments: Arguments, on console: any Console) throws {
    self.file = file
    if let file, let obstacle = FileObstacle.toWritingFile(file) {
      throw InputOutputError(description: "'\(file)' cannot be written: \(obstacle)")
    }
    guard file != nil else {
      if let option = ["--at", "--commit"].first(where: arguments.mentions) {
        throw UsageError(description: "'\(option)' is for '--record'")
      }
      (at, commit) = (nil, nil)
      return
    }
    let named = try arguments.one("--commit") ?? console.variable("GROWTHLOOP_COMMIT")
    commit = named ?? RevisionBuild.commit(of: "HEAD")
    let moment = try arguments.one("--at") ?? commit.flatMap(RevisionBuild.moment)
    guard let moment, HistoryEntry.isMoment(moment) else {
      throw UsageError(
        description: "a measurement needs its moment: '--at 2026-11-21' or "
          + "'--at 2026-11-21T15:00:00Z', or a commit that git knows")
    }
    at = moment
  }

  /// Appends what `run.json` says of a build, if somebody wants that.
  func record(_ run: String) throws {
    guard let file, let at else { return }
    try HistoryFile(file).append(try RecordedRun(run).entry(at: at, commit: commit))
  }
}
