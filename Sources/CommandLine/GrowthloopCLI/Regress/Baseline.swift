import Foundation

/// What the build at hand is compared with.
enum Baseline {
  case tool(GrowthloopTool)
  case result(ResultFiles)

  var name: String {
    switch self {
    case .tool(let tool): tool.name
    case .result(let files): files.name
    }
  }

  /// Finds what the word means: the folder of a result, an executable, or a revision, which is built.
  static func read(
    _ word: String, on console: any Console, until interrupt: Interrupt
  ) throws -> Baseline? {
    if ResultFiles.isFolder(word) { return .result(try ResultFiles(word)) }
    if FileManager.default.fileExists(atPath: word) {
      return .tool(try GrowthloopTool(at: word))
    }
    guard !word.contains("/") || RevisionBuild.commit(of: word) != nil else {
      throw UnfitInput(description: "the baseline '\(word)' is no file, and no revision either")
    }
    return try RevisionBuild(of: word).tool(on: console, until: interrupt).map { .tool($0) }
  }
}
