import ContactTrials
import Diagnostics
import LoadTrials
import Scenarios

/// Prints what a scenario may hold, for editors and for people.
enum SchemaCommand: Command {
  static let name = "schema"
  static let summary = "prints the JSON Schema of scenarios, or a page of all their keys"
  static let help = """
    growthloop schema [--reference] [--plan KIND]

    Prints the JSON Schema (draft 2020-12) by which editors complete and check scenario files: keep it
    beside them and begin a file with '# yaml-language-server: $schema=scenario.schema.json'.

      --reference   a scenario of all keys instead, each with its meaning, its default and what that
                    rests on (A primary source, B benchmark, C derived, D assumed)
      --plan KIND   those of the plans that 'growthloop contacts', 'gate', 'load' or 'rehearse' runs

    Example:
      growthloop schema > scenario.schema.json
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments, declared: .init(flags: ["--reference"], options: ["--plan"]))
    if let kind = try arguments.one("--plan") {
      try writePlan(kind, arguments, on: console)
    } else {
      try write(
        GrowthScenario.self, titled: "growthloop scenario",
        meaning: "A scenario of an invite loop: its question, its rules, and how people behave.",
        arguments, on: console)
    }
    return .success
  }

  private static func writePlan(
    _ kind: String, _ arguments: Arguments, on console: any Console
  ) throws {
    switch kind {
    case ContactPlan.Kind.contacts.rawValue:
      try write(
        ContactPlan.self, titled: "growthloop plan of contacts",
        meaning: "What the contact rules cost in large address books, and what is to be kept.",
        arguments, on: console)
    case LoadScenario.Kind.load.rawValue:
      try write(
        LoadScenario.self, titled: "growthloop plan of load",
        meaning: "What is asked of a link service, when, and what is to be kept.",
        arguments, on: console)
    case GatePlan.Kind.gate.rawValue:
      try write(
        GatePlan.self, titled: "growthloop plan of gates",
        meaning: "Stages that are run one after the other, and whose gates are decided together.",
        arguments, on: console)
    case RehearsalPlan.Kind.rehearsal.rawValue:
      try write(
        RehearsalPlan.self, titled: "growthloop plan of a rehearsal",
        meaning: "Which simulation is replayed against a link service, and how fast.",
        arguments, on: console)
    default:
      let known = ["contacts", "gate", "load", "rehearsal"]
      throw UsageError(
        description:
          "there are no plans of '\(kind)'\(Suggestion.phrase(for: kind, among: known)); "
          + "there are \(known.joined(separator: ", "))")
    }
  }

  private static func write<Root: ScenarioSection>(
    _ root: Root.Type, titled title: String, meaning: String, _ arguments: Arguments,
    on console: any Console
  ) throws {
    if arguments.has("--reference") {
      try console.write(ReferencePage.text(of: root))
    } else {
      try console.write("\(JSONSchema.document(root, titled: title, meaning: meaning))\n")
    }
  }
}
