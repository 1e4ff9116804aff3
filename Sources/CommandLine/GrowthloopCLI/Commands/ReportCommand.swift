import Foundation
import Reports

/// Makes the page of a run again, or lays two runs side by side.
enum ReportCommand: Command {
  static let name = "report"
  static let summary = "rebuilds the report of a run from its folder, or lays two runs side by side"
  static let help = """
    growthloop report DIR [options]
    growthloop report A B [options]

    Makes DIR/report.html from the other files of a folder that '--out' has written, the same to the
    byte as the run itself made it, and prints its path. The page is one file that needs no network and
    no script: open it in any browser.

    Of two runs of a kind it makes one page: the settings in which they differ, both curves in one
    picture, and every metric of A beside that of B with the difference, and whether the intervals
    leave room for luck. It goes to B/beside.html if not said.

      --out FILE            writes the page there
      --markdown            prints the report as Markdown, and writes no page

    Exit codes: 0 done, 65 a folder that is no run, 74 a page that cannot be written.

    Example:
      growthloop simulate --set days=30 --out baseline && growthloop report baseline
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(flags: ["--markdown"], options: ["--out"], mostWords: 2))
    guard let first = arguments.words.first else {
      throw UsageError(description: "report on which run? Name the folder that '--out' has written")
    }
    let folders = try arguments.words.map(folder)
    let report =
      folders.count == 1
      ? try RunKinds.report(of: folders[0])
      : try RunKinds.report(of: folders[0], beside: folders[1])
    let file = try arguments.one("--out")
    if let file, ResultFiles.isFolder(file) {
      throw UsageError(description: "'\(file)' is a folder: '--out' names the page's file")
    }
    guard !arguments.has("--markdown") else {
      if file != nil {
        throw UsageError(description: "'--markdown' prints; '--out' is for the page")
      }
      try console.write(report.markdown)
      return .success
    }
    let page =
      file
      ?? (folders.count == 1
        ? "\(first)/\(ResultFolder.page)" : "\(arguments.words[1])/beside.html")
    let place = URL(filePath: page)
    try ResultFolder(path: place.deletingLastPathComponent().relativePath)
      .write([(place.lastPathComponent, report.html)])
    try console.write(page + "\n")
    return .success
  }

  /// The folder of that name, which must be there.
  private static func folder(_ path: String) throws -> RunFiles {
    var isFolder: ObjCBool = false
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard unsafe FileManager.default.fileExists(atPath: trimmed, isDirectory: &isFolder) else {
      throw UnreadableRun("there is no folder '\(path)'")
    }
    guard isFolder.boolValue else {
      throw UnreadableRun("'\(path)' is a file: name the folder that '--out' has written")
    }
    return ResultFolder(path: trimmed).files()
  }
}
