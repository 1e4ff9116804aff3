import Foundation

/// A growthloop executable: of this build, or of another.
struct GrowthloopTool {
  let path: String
  /// What reports call it.
  let name: String
  let version: String

  /// Makes sure that a file is one.
  init(at path: String, called name: String? = nil) throws {
    let name = name ?? path
    guard FileManager.default.isExecutableFile(atPath: path), !ResultFiles.isFolder(path) else {
      throw UnfitInput(description: "'\(name)' cannot be executed: is it a growthloop?")
    }
    let answer = try ChildRun.run(path, ["--version"], within: 10)
    let words = answer.said.split(whereSeparator: \.isWhitespace)
    guard answer.status == 0, words.count == 2, words[0] == "growthloop" else {
      throw UnfitInput(
        description: "'\(name)' is not growthloop: asked for its version, it said "
          + "'\(answer.complaint.prefix(60))'")
    }
    self.path = path
    self.name = name
    version = String(words[1])
  }

  /// Runs a command that writes its results into a new folder, gives them to `read`, and removes them.
  ///
  /// `nil` where somebody wants no more.
  func results<Answer>(
    of words: [String], until interrupt: Interrupt, _ read: (ResultFiles) throws -> Answer
  ) throws -> Answer? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "growthloop-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try ChildRun.run(path, words + ["--out", folder], until: interrupt)
    if interrupt.isSet { return nil }
    // Gates that are missed are no matter here.
    guard [0, 1, 2].contains(run.status) else {
      throw InputOutputError(
        description: "'\(name) \(words.joined(separator: " "))' ended with code \(run.status): "
          + run.complaint)
    }
    return try read(try ResultFiles(folder, called: name))
  }
}
