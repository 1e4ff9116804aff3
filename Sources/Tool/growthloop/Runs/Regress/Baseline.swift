import Foundation
import GrowthloopReports

/// The other side of a comparison with this build.
enum Baseline {
  case tool(GrowthloopTool)
  case result(MeasuredFolder)

  var name: String {
    switch self {
    case .tool(let tool): tool.name
    case .result(let files): files.name
    }
  }

  /// Resolves `word`: the folder of a result, an executable, or a revision, which is then built.
  static func read(
    _ word: String, on console: any Console, until interrupt: Interrupt
  ) throws -> Baseline? {
    if ResultFolder.isFolder(word) { return .result(try MeasuredFolder(word)) }
    if FileManager.default.fileExists(atPath: word) {
      return .tool(try GrowthloopTool(at: word))
    }
    guard !word.contains("/") || RevisionBuild.commit(of: word) != nil else {
      throw UnfitInput(description: "the baseline '\(word)' is neither a file nor a revision")
    }
    return try RevisionBuild(of: word).tool(on: console, until: interrupt).map { .tool($0) }
  }
}
