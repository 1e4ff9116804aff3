import Foundation

/// The folder that holds the results of one run.
///
/// Every file appears whole under its name or not at all; `run.json` is written last.
struct ResultFolder {
  let path: String

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
