import Foundation
import Reports

/// The folder that holds the results of one run.
///
/// Every file appears whole under its name or not at all; `run.json` is written last.
struct ResultFolder {
  let path: String

  /// Writes the files of a run, and the report that they make.
  func writeRun(_ files: [(name: String, text: String)]) throws {
    let page = try RunKinds.report(of: folder(with: files)).html
    try write(files + [(Self.report, page)])
  }

  /// What the page is called that shows a run.
  static let report = "report.html"

  /// The folder to read: the files on disk, with `files` as if they were there already.
  func folder(with files: [(name: String, text: String)] = []) -> RunFolder {
    let fresh = Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    return RunFolder(path) { name in
      if let text = fresh[name] { return text }
      let file = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      do {
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
      } catch {
        throw InputOutputError(
          description: "cannot read '\(file.path)': \(error.localizedDescription)")
      }
    }
  }

  func write(_ files: [(name: String, text: String)]) throws {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in files.filter({ $0.name != "run.json" })
        + files.filter({ $0.name == "run.json" })
      {
        // Under another name first, and then renamed.
        try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
      }
    } catch {
      throw InputOutputError(
        description: "cannot write the results to '\(path)': \(error.localizedDescription)")
    }
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
