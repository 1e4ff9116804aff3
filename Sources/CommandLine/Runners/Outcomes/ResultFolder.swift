import Foundation
package import Reports
package import Runs
import Terminal

/// The folder for the results of one run.
///
/// The measurements appear completely or not at all, and `run.json` last in an existing folder. The
/// page that shows them is written after them.
package struct ResultFolder {
  let path: String
  /// The name in errors.
  let name: String

  package init(path: String, called name: String? = nil) {
    self.path = path
    self.name = name ?? path
  }

  package static func isFolder(_ path: String) -> Bool {
    let values = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory ?? false
  }

  /// The name of the page that shows a run.
  package static let page = "report.html"

  /// Writes the output of a run: its files, and the page that shows it.
  package func write(_ output: StageOutput) throws {
    try write(output.files + [ResultFile("run.json", try output.findings.json())])
    try write([ResultFile(Self.page, try output.findings.report(in: files).html)])
  }

  /// Renames all files to their final names, or none of them.
  package func write(_ files: [ResultFile]) throws {
    let manager = FileManager.default
    let folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    let isThere = manager.fileExists(atPath: folder.path)
    // In the same file system, so that the renames need no space.
    let unfinished = (isThere ? folder : folder.deletingLastPathComponent())
      .appending(path: UnfinishedName.of(folder), directoryHint: .isDirectory)
    defer { try? manager.removeItem(at: unfinished) }
    do {
      try manager.createDirectory(at: unfinished, withIntermediateDirectories: true)
      for file in files {
        try Data(file.text.utf8).write(to: unfinished.appending(path: file.name))
      }
      guard isThere else { return try manager.moveItem(at: unfinished, to: folder) }
      let names = files.map(\.name)
      for name in names.filter({ $0 != "run.json" }) + names.filter({ $0 == "run.json" }) {
        try Self.rename(unfinished.appending(path: name), to: folder.appending(path: name))
      }
    } catch {
      throw InputOutputError(
        description: "cannot write the results to '\(name)': "
          + FileErrorText.toWriting(path, error))
    }
  }

  /// Renames a file, and replaces any file with that name.
  private static func rename(_ file: URL, to name: URL) throws {
    guard unsafe Foundation.rename(file.path, name.path) == 0 else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
    }
  }

  /// The run in the folder.
  package var files: RunFolder {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    return RunFolder(path) { name in
      let file = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try InputFile.bytes(of: file.path)
    }
  }
}

/// Facts about one run that are not part of its results.
///
/// Without them the same scenario gives the same bytes elsewhere.
struct AboutRun: Encodable {
  let arguments: [String]
  let version = ToolVersion.current
  /// The commit of the tool, from the environment variable `GROWTHLOOP_COMMIT`.
  let commit: String?
  let machine = Machine.description
  let build = Machine.build
  let workers: Int
  let seconds: Double
  let events: UInt64
}
