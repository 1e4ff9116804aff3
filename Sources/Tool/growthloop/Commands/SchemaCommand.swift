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

/// Answers how large an experiment must be, or what it can find.
enum PowerCommand: RunnableCommand {
  static let name = "power"
  static let summary = "says how large an A/B test must be, or what it can find"
  static let manual = Manual(
    "power --rate SHARE | --mean M --sd S [options]",
    about: """
      Answers in one line. Given an effect, it says how many units an experiment with two groups needs.
      Given the units, it says which effect they find. Given both, it says how often they find it. A rate
      is what a share of the units do, a mean what they do on average; '--per' makes it a ratio of two
      means. '--margin' asks for a proof that the change is not as bad as that.

      The answer holds for independent units and one look at the end. If several units belong to one
      person, as the invites of a sender do, '--cluster-size' and '--icc' say how alike they are. What
      units did before saves some, by '--correlation-before' (CUPED). '--looks' plans several looks:
      stopping at the first success without such a plan errs far more often.
      """,
    options: PowerQuestion.options + [.json.meaning("the same as one JSON document")],
    examples: """
      growthloop power --rate 40% --lift 10%
      growthloop power --rate 40% --units 5_000 --cluster-size 6.8 --icc 0.05 --unit invites
      growthloop power --mean 0.264 --sd 0.68 --lift 10% --per-day 100
      growthloop power --rate 75% --margin -2pp --allocation 10% --looks 5
      """)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let answer = PowerAnswer(try PowerQuestion(arguments))
    try console.write(
      arguments.has(.json) ? answer.json() : "\(console.form.wrapped(answer.text))\n")
    return .success
  }
}
