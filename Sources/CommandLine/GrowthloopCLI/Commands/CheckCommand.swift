/// Checks scenario files without running them.
enum CheckCommand: Command {
  static let name = "check"
  static let summary = "checks scenario files, and tells every mistake with its place"
  static let help = """
    growthloop check FILE… [--set KEY=VALUE]… [--parameters | --json]

    Reads scenario files with all that they extend. Every mistake is told at once, with file, line
    and column, and what would be right; a file without one is told to be ok. The exit code is 65 if
    any file has a mistake.

    \(ScenarioChoice.help)
      --parameters          also every number that behaviour rests on, with its grade and source:
                            A primary, B benchmark, C derived, D or none assumed
      --json                the mistakes as one JSON document

    Example:
      growthloop check scenarios/*.yaml
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--parameters", "--json"], options: ScenarioChoice.options, mostWords: .max))
    guard !arguments.words.isEmpty else {
      throw UsageError(description: "check what? Name one or more scenario files")
    }
    guard !arguments.has("--parameters") || !arguments.has("--json") else {
      throw UsageError(description: "'--parameters' and '--json' exclude each other")
    }
    let changes = try ScenarioChoice.changes(arguments)
    let checks = arguments.words.map { ScenarioCheck($0, with: changes) }
    if arguments.has("--json") {
      try console.write(["files": checks].json())
    } else {
      for check in checks {
        try console.write("\(check)\n")
        if arguments.has("--parameters"), !check.parameters.isEmpty {
          try console.write("\n\(check.parameterTable)\n")
        }
      }
    }
    return checks.allSatisfy(\.isSound) ? .success : .badInput
  }
}
