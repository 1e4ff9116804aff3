import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports

/// Prints the schema of a scenario, for editors and for people.
enum SchemaCommand: RunnableCommand {
  static let name = "schema"
  static let summary = "prints the JSON Schema of scenarios, or a page of all their keys"
  static let manual = Manual(
    "schema [--reference] [--plan KIND]",
    about: """
      Prints the JSON Schema (draft 2020-12) by which editors complete and check scenario files: keep it
      beside them and begin a file with '# yaml-language-server: $schema=scenario.schema.json'.
      """,
    options: [reference, plan], examples: "growthloop schema > scenario.schema.json")

  private static let reference = CommandOption(
    flag: "--reference",
    "a scenario of all keys instead, each with its meaning, its default and what that rests on (A primary "
      + "source, B benchmark, C derived, D assumed)")
  private static let plan = CommandOption(
    "--plan", "KIND",
    "those of a plan: " + FileKind.plans.map(\.word).sorted().joined(separator: ", "),
    completion: .words { FileKind.plans.map(\.word) })

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let kind = try arguments.one(plan).map(kind) ?? .scenario
    try console.write(arguments.has(reference) ? kind.reference() : "\(kind.schema())\n")
    return .success
  }

  private static func kind(_ word: String) throws(UsageError) -> FileKind {
    if let kind = FileKind.plans.first(where: { $0.word == word }) { return kind }
    let known = FileKind.plans.map(\.word).sorted()
    throw UsageError(
      description:
        "there are no plans of '\(word)'\(Suggestion.phrase(for: word, among: known)); "
        + "there are \(known.joined(separator: ", "))")
  }
}
