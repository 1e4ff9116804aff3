import Foundation
import Reports

/// The folder that holds the results of one run.
///
/// What was measured appears as a whole or not at all, `run.json` last in a folder that was there; the page
/// that shows it comes after it.
struct ResultFolder {
  let path: String
  /// What it is called where it cannot be written.
  let name: String

  init(path: String, called name: String? = nil) {
    self.path = path
    self.name = name ?? path
  }

  /// What the page is called that shows a run.
  static let page = "report.html"

  func write(_ files: [(name: String, text: String)]) throws {
    try save(files)
    if files.contains(where: { $0.name == "run.json" }) { try save(try pages(of: files)) }
  }

  /// Lets all the files appear under their names, or none of them.
  private func save(_ files: [(name: String, text: String)]) throws {
    let manager = FileManager.default
    let folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    let isThere = manager.fileExists(atPath: folder.path)
    // In the same file system, so that giving names writes nothing that might find no room.
    let unfinished = (isThere ? folder : folder.deletingLastPathComponent())
      .appending(path: UnfinishedName.of(folder), directoryHint: .isDirectory)
    defer { try? manager.removeItem(at: unfinished) }
    do {
      try manager.createDirectory(at: unfinished, withIntermediateDirectories: true)
      for (name, text) in files { try Data(text.utf8).write(to: unfinished.appending(path: name)) }
      guard isThere else { return try manager.moveItem(at: unfinished, to: folder) }
      let names = files.map(\.name)
      for name in names.filter({ $0 != "run.json" }) + names.filter({ $0 == "run.json" }) {
        try Self.rename(unfinished.appending(path: name), to: folder.appending(path: name))
      }
    } catch {
      throw InputOutputError(
        description: "cannot write the results to '\(name)': "
          + FileObstacle.toWriting(path, error))
    }
  }

  /// Gives a file a name in place of the file that had it.
  private static func rename(_ file: URL, to name: URL) throws {
    guard unsafe Foundation.rename(file.path, name.path) == 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
    }
  }

  /// The page that shows the run that `files` end, if they end one.
  private func pages(
    of files: [(name: String, text: String)]
  ) throws -> [(name: String, text: String)] {
    let run = self.files(with: files)
    return try RunKinds.has(run) ? [(Self.page, try RunKinds.report(of: run).html)] : []
  }

  /// What there is to read: the files on disk, with `fresh` as if they were there already.
  func files(with fresh: [(name: String, text: String)] = []) -> RunFiles {
    let fresh = Dictionary(fresh.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    return RunFiles(path) { name in
      if let text = fresh[name] { return text }
      let file = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return String(decoding: try InputFile.bytes(of: file.path), as: UTF8.self)
    }
  }
}

extension Arguments {
  /// The folder that results are to go to; refused at once where nothing can be written to it.
  func resultFolder() throws -> String? {
    guard let folder = try one("--out") else { return nil }
    if let obstacle = FileObstacle.toWriting(folder) {
      throw InputOutputError(description: "cannot write the results to '\(folder)': \(obstacle)")
    }
    return folder
  }
}

/// What is true of one run and not of its results: the same scenario gives the same bytes elsewhere.
struct AboutRun: Encodable {
  let arguments: [String]
  let version = Growthloop.version
  /// The commit of the tool, as the environment tells it by `GROWTHLOOP_COMMIT`.
  let commit: String?
  let machine = Machine.description
  let build = Machine.build
  let workers: Int
  let seconds: Double
  let events: UInt64
}
