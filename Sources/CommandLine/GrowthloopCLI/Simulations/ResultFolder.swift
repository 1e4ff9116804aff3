import Foundation
import Reports

/// The folder that holds the results of one run.
///
/// Every file appears whole under its name or not at all; `run.json` is the last of what was measured, and
/// the page that shows it comes after it.
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
    let last = files.filter { $0.name == "run.json" }
    try save(files.filter { $0.name != "run.json" } + last)
    if !last.isEmpty { try save(try pages(of: files)) }
  }

  private func save(_ files: [(name: String, text: String)]) throws {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in files {
        // Under another name first, and then renamed.
        try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
      }
    } catch {
      throw InputOutputError(
        description: "cannot write the results to '\(name)': "
          + FileObstacle.toWriting(path, error))
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
      do {
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
      } catch {
        throw InputOutputError(
          description: "cannot read '\(file.path)': \(FileObstacle.toReading(file.path, error))")
      }
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
