import Foundation
import GrowthloopReports

/// A growthloop executable: of this build, or of another.
package struct GrowthloopTool {
  package let path: String
  /// The name in reports.
  let name: String
  let version: String

  /// Checks that a file is a growthloop executable.
  package init(at path: String, called name: String? = nil) throws {
    let name = name ?? path
    guard FileManager.default.isExecutableFile(atPath: path), !ResultFolder.isFolder(path) else {
      throw UnfitInput(description: "'\(name)' cannot be executed as a growthloop")
    }
    let answer = try ChildRun.run(path, ["--version"], within: 10)
    let words = answer.said.split(whereSeparator: \.isWhitespace)
    guard answer.status == 0, words.count == 2, words[0] == "growthloop" else {
      throw UnfitInput(
        description: "'\(name)' is not growthloop: with '--version' it printed "
          + "'\(answer.complaint.prefix(60))'")
    }
    self.path = path
    self.name = name
    version = String(words[1])
  }

  /// Runs a command with a new folder for its results, calls `read` with it, and removes it.
  ///
  /// - Returns: The answer of `read`; `nil` after an interrupt.
  func results<Answer>(
    of words: [String], until interrupt: Interrupt, _ read: (MeasuredFolder) throws -> Answer
  ) throws -> Answer? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "growthloop-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try ChildRun.run(path, words + ["--out", folder], until: interrupt)
    if interrupt.isSet { return nil }
    // Missed and undecided gates are no errors here.
    guard [0, 1, 2].contains(run.status) else {
      throw InputOutputError(
        description: "'\(name) \(words.joined(separator: " "))' ended with code \(run.status): "
          + run.complaint)
    }
    return try read(try MeasuredFolder(folder, called: name))
  }
}
