import Foundation
import GrowthloopReports
import GrowthloopFindings

/// Rebuilds the page of a run, or puts two runs side by side.
enum ReportCommand: RunnableCommand {
  static let name = "report"
  static let summary = "rebuilds the report of a run from its folder, or lays two runs side by side"
  static let manual = Manual(
    "report DIR [options]", "report A B [options]",
    about: """
      Writes DIR/report.html from run.json of a folder that '--out' has written, the same to the byte as
      the run itself wrote it, and prints its path. The page is one file that needs no network and no
      script: open it in any browser.

      Of two runs of a kind it makes one page: the settings in which they differ, both curves in one
      picture, and every metric of A beside that of B with the difference, and whether the difference
      may be random. It goes to B/beside.html if '--out' does not name another folder.

      Exit codes: 0 done, 65 a folder without a run, 74 a page that cannot be written.
      """,
    words: [CommandWord("DIR", most: 2, completion: .folder)],
    options: [page, markdown],
    examples: "growthloop simulate --set days=30 --out baseline && growthloop report baseline")

  private static let page = CommandOption(
    "--out", "DIR", "writes the page into that folder (default: the folder of the run)",
    completion: .folder, short: "-o")
  private static let markdown = CommandOption(
    flag: "--markdown", "prints the report as Markdown, and writes no page")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let first = arguments.words.first else {
      throw UsageError(description: "missing DIR: name the folder that '--out' has written")
    }
    let target = try arguments.one(page)
    let place = target ?? arguments.words.last ?? first
    let folders = try arguments.words.map(folder)
    let lock = arguments.has(markdown) ? nil : try FolderLock(place)
    let report =
      folders.count == 1
      ? try RunKinds.report(of: folders[0])
      : try RunKinds.report(of: folders[0], beside: folders[1])
    guard !arguments.has(markdown) else {
      if target != nil {
        throw UsageError(description: "'\(markdown)' prints; '\(page)' is for the page")
      }
      try console.write(report.markdown)
      return .success
    }
    let file = folders.count == 1 ? ResultFolder.page : "beside.html"
    try withExtendedLifetime(lock) {
      try ResultFolder(path: place).write([ResultFile(file, report.html)])
    }
    try console.write("\(place)/\(file)\n")
    return .success
  }

  /// Returns the folder at `path`, which must exist.
  private static func folder(_ path: String) throws -> RunFolder {
    var isFolder: ObjCBool = false
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard unsafe FileManager.default.fileExists(atPath: trimmed, isDirectory: &isFolder) else {
      throw UnreadableRun("there is no folder '\(path)'")
    }
    guard isFolder.boolValue else {
      throw UnreadableRun("'\(path)' is a file: name the folder that '--out' has written")
    }
    return ResultFolder(path: trimmed).files
  }
}
