import Foundation
import GrowthloopTransport
import GrowthloopFindings
import GrowthloopReports

/// The folder of a run of gates, which receives its name when the run is complete.
///
/// Until then all files go to a folder beside it. So a reader sees either the previous run or this
/// one, each complete. Only a folder of such a run is replaced; foreign files are never deleted.
package final class AtomicFolder {
  package let path: String
  private let unfinished: URL
  private let lock: FolderLock
  private var isDone = false

  package init(_ path: String) throws {
    self.path = path
    let target = Self.target(path)
    try Self.refuseWhatIsNotOurs(target, named: path)
    // Checked before any folder on the path is created, because those would remain.
    if let obstacle = FileErrorText.toWriting(path) { throw Self.error(path, obstacle) }
    lock = try FolderLock(path)
    unfinished = target.deletingLastPathComponent()
      .appending(path: UnfinishedName.of(target), directoryHint: .isDirectory)
    try Self.attempt(at: path) {
      try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
    }
  }

  deinit {
    if !isDone { try? FileManager.default.removeItem(at: unfinished) }
  }

  /// Writes the output of a stage, or of the whole run.
  package func write(_ output: StageOutput, of stage: String? = nil) throws {
    let folder = stage.map { unfinished.appending(path: $0) } ?? unfinished
    try ResultFolder(path: folder.path, called: path).write(output)
  }

  /// The file of the run to open.
  package var report: String {
    let page = unfinished.appending(path: ResultFolder.page).path
    return FileManager.default.fileExists(atPath: page) ? ResultFolder.page : "summary.md"
  }

  /// Renames the folder to its path, in place of the previous run.
  package func finish() throws {
    let target = Self.target(path)
    try Self.refuseWhatIsNotOurs(target, named: path)
    try Self.attempt(at: path) {
      let manager = FileManager.default
      if !manager.fileExists(atPath: target.path) {
        try manager.moveItem(at: unfinished, to: target)
      } else if FileExchange.swap(unfinished.path, target.path) {
        try manager.removeItem(at: unfinished)
      } else {
        // Some file systems cannot exchange folders: for a moment, neither exists.
        try manager.removeItem(at: target)
        try manager.moveItem(at: unfinished, to: target)
      }
    }
    isDone = true
  }

  /// Returns the folder itself: a link to it stays.
  private static func target(_ path: String) -> URL {
    URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
      .resolvingSymlinksInPath()
  }

  private static func refuseWhatIsNotOurs(_ target: URL, named path: String) throws {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder) else {
      return
    }
    guard isFolder.boolValue else {
      throw InputOutputError(description: "cannot write the results to '\(path)': it is a file")
    }
    let held = try attempt(at: path) {
      try FileManager.default.contentsOfDirectory(atPath: target.path)
    }
    let isGateRun = ResultFolder(path: target.path).kind == GateFindings.kind
    guard held.isEmpty || isGateRun && !FilesInUse.readsFile(in: target.path) else {
      throw InputOutputError(
        description: "'\(path)' holds other files than those of a run of gates, and is not "
          + "replaced; name another folder by --out")
    }
  }

  private static func attempt<Answer>(
    at path: String, _ work: () throws -> Answer
  ) throws -> Answer {
    do {
      return try work()
    } catch {
      throw Self.error(path, FileErrorText.toWriting(path, error))
    }
  }

  private static func error(_ path: String, _ obstacle: String) -> InputOutputError {
    InputOutputError(description: "cannot write the results to '\(path)': \(obstacle)")
  }
}
