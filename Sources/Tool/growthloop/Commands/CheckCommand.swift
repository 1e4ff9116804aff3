import GrowthloopFindings
import GrowthloopReports

/// Checks scenario files without running them.
enum CheckCommand: RunnableCommand {
  static let name = "check"
  static let summary = "checks scenario files, and reports every mistake with its place"
  static let manual = Manual(
    "check FILE… [--set KEY=VALUE]… [--parameters | --json]",
    about: """
      Checks scenario files and plans with all that they extend. Every mistake is reported at once, with
      file, line and column, and what would be right; a file without one is reported as ok. The exit code
      is 65 if any file has a mistake.
      """,
    words: [CommandWord("FILE", most: .max)],
    options: ScenarioChoice.options + [
      parameters, .json.meaning("the mistakes as one JSON document"),
    ],
    examples: "growthloop check scenarios/*.yaml")

  private static let parameters = CommandOption(
    flag: "--parameters",
    "also every number that behaviour rests on, with its grade and source: A primary, B benchmark, "
      + "C derived, D or none assumed")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard !arguments.words.isEmpty else {
      throw UsageError(description: "missing FILE: name one or more scenario files")
    }
    guard !arguments.has(parameters) || !arguments.has(.json) else {
      throw UsageError(description: "'--parameters' and '--json' exclude each other")
    }
    let changes = try ScenarioChoice.changes(arguments)
    let checks = arguments.words.map { ScenarioCheck($0, with: changes) }
    if arguments.has(.json) {
      try console.write(["files": checks].json())
    } else {
      for check in checks {
        try console.write("\(check)\n")
        if arguments.has(parameters), !check.parameters.isEmpty {
          try console.write("\n\(check.parameterTable)\n")
        }
      }
    }
    return checks.allSatisfy(\.isSound) ? .success : .badInput
  }
}
