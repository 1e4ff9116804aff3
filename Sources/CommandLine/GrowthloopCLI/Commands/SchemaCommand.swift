import Scenarios

/// Prints what a scenario may hold, for editors and for people.
enum SchemaCommand: Command {
  static let name = "schema"
  static let summary = "prints the JSON Schema of scenarios, or a page of all their keys"
  static let help = """
    growthloop schema [--reference]

    Prints the JSON Schema (draft 2020-12) by which editors complete and check scenario files: keep it
    beside them and begin a file with '# yaml-language-server: $schema=scenario.schema.json'.

      --reference   a scenario of all keys instead, each with its meaning, its default and what that
                    rests on (A primary source, B benchmark, C derived, D assumed)

    Example:
      growthloop schema > scenario.schema.json
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(arguments, declared: .init(flags: ["--reference"]))
    if arguments.has("--reference") {
      try console.write(ReferencePage.text(of: GrowthScenario.self))
    } else {
      let schema = JSONSchema.document(
        GrowthScenario.self, titled: "growthloop scenario",
        meaning: "A scenario of an invite loop: its question, its rules, and how people behave.")
      try console.write("\(schema)\n")
    }
    return .success
  }
}
