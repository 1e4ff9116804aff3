import Foundation
import LinuxIO

/// The folder of a whole run of gates, which takes its name when the run is done.
///
/// Until then all files go to a folder beside it, so that whoever looks sees the run before or this one,
/// each whole. Only a folder that such a run left is replaced: nothing that somebody else put there is
/// ever deleted.
final class AtomicFolder {
  let path: String
  private let unfinished: URL
  private var isDone = false

  init(_ path: String) throws {
    self.path = path
    let target = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    try Self.refuseWhatIsNotOurs(target, named: path)
    // Known before anything is made on the way there, which would be left behind.
    if let obstacle = FileObstacle.toWriting(path) { throw Self.error(path, obstacle) }
    unfinished = target.deletingLastPathComponent()
      .appending(path: UnfinishedName.of(target), directoryHint: .isDirectory)
    try Self.attempt(at: path) {
      try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
    }
  }

  deinit {
    if !isDone { try? FileManager.default.removeItem(at: unfinished) }
  }

  /// Writes files for a stage, or for the whole run.
  func write(_ files: [(name: String, text: String)], of stage: String? = nil) throws {
    let folder = stage.map { unfinished.appending(path: $0) } ?? unfinished
    try ResultFolder(path: folder.path, called: path).write(files)
  }

  /// What to open of the run.
  var report: String {
    let page = unfinished.appending(path: ResultFolder.page).path
    return FileManager.default.fileExists(atPath: page) ? ResultFolder.page : "summary.md"
  }

  /// Gives the folder its name, in place of the run before.
  func finish() throws {
    let target = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    try Self.attempt(at: path) {
      let manager = FileManager.default
      if !manager.fileExists(atPath: target.path) {
        try manager.moveItem(at: unfinished, to: target)
      } else if FileExchange.swap(unfinished.path, target.path) {
        try manager.removeItem(at: unfinished)
      } else {
        // Some file systems cannot exchange: then there is a moment without either.
        try manager.removeItem(at: target)
        try manager.moveItem(at: unfinished, to: target)
      }
    }
    isDone = true
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
    guard !held.isEmpty, !isGateRun(target) else { return }
    throw InputOutputError(
      description: "'\(path)' holds something else than a run of gates, which would be replaced; "
        + "name another folder by --out")
  }

  /// Whether the folder is what a run of gates left.
  private static func isGateRun(_ folder: URL) -> Bool {
    struct Run: Decodable { let kind: String }
    return (try? InputFile.bytes(of: folder.appending(path: "run.json").path))
      .flatMap { try? JSONDecoder().decode(Run.self, from: Data($0)) }?.kind == "gate"
  }

  private static func attempt<Answer>(
    at path: String, _ work: () throws -> Answer
  ) throws -> Answer {
    do {
      return try work()
    } catch {
      throw Self.error(path, FileObstacle.toWriting(path, error))
    }
  }

  private static func error(_ path: String, _ obstacle: String) -> InputOutputError {
    InputOutputError(description: "cannot write the results to '\(path)': \(obstacle)")
  }
}
