import Foundation
import GrowthloopReports
import GrowthloopPlans

/// Writes a first scenario with comments that teach, by a few questions or options.
enum InitCommand: RunnableCommand {
  static let name = "init"
  static let summary = "writes a first scenario of your own, from what you know"
  static let manual = Manual(
    "init [FILE] [options]",
    about: """
      Writes a scenario with the keys that differ from app to app, each with a comment, and prints what to
      run next. On a terminal it asks for what no option gives; elsewhere defaults hold. A file that
      exists stays as it is.
      """,
    words: [CommandWord("FILE", "the scenario to write (default: \(defaultFile))")],
    options: Question.all.map(\.option), examples: "growthloop init my-app.yaml --people 50_000")

  private static let defaultFile = "scenario.yaml"

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let file = arguments.words.first ?? defaultFile
    guard !FileManager.default.fileExists(atPath: file) else {
      throw UsageError(
        description: "'\(file)' exists and stays as it is; name another file: growthloop init FILE")
    }
    var lines = LineReader(limit: 1 << 10)
    var answers: [String: String] = [:]
    for question in Question.all {
      answers[question.key] = try question.answer(arguments, on: console, reading: &lines)
    }
    let text = FirstScenario.text(answers)
    // Read as it will be, so that a wrong answer is an error now, with its place.
    _ = try ScenarioReader(
      GrowthScenario.self,
      loader: SourceLoader { name, _ in
        SourceLoader.File(name: name, bytes: Array(text.utf8))
      }
    ).read(file: file)
    let place = URL(filePath: file)
    try ResultFolder(path: place.deletingLastPathComponent().relativePath)
      .write([ResultFile(place.lastPathComponent, text)])
    try console.write(
      """
      \(file) is written. Next:

        growthloop check \(file) --parameters    what each number rests on
        growthloop simulate \(file)              what would happen
        growthloop compare \(file) prompts.lifetimeMax=1    what a change would do

      """)
    return .success
  }
}
