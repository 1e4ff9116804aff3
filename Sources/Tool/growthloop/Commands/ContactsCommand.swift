import GrowthloopPlans
import GrowthloopReports
import GrowthloopFindings

/// Measures the cost of the contact rules in large address books, and decides gates.
enum ContactsCommand: RunnableCommand {
  static let name = "contacts"
  static let summary = "measures list, search, sync and duplicates in large address books"
  static let manual = Manual(
    "contacts PLAN [options]",
    about: """
      Generates the plan's address books and measures every step of what an app does with them: a launch
      from a saved book, each keystroke of searches, each frame of a scroll, syncs, other groupings, the
      search for duplicates, an invite's picker. The books depend on the seed alone; the times on this
      machine.

      The cost of a step is its processor time, at the median over the rounds; a gate limits a percentile
      over the steps. Wall-clock times depend on the scheduler of a shared machine, and are printed too,
      as raw. A gate is kept or missed only if the 95% interval of that median agrees; else it is
      undecided.

      Exit codes: 0 all gates are kept, 1 one is missed, 2 one is undecided, 65 bad plan, 130 interrupted.
      """,
    words: [CommandWord("PLAN")],
    options: [
      .set(of: .contacts, such: "sizes=[500] or rounds=5"), .planSeed,
      .out(
        "run.json, times.csv, latency.hlog, metrics.prom, junit.xml, summary.md and report.html"),
      .json,
    ],
    notes: "Measure with a release build ('make run').",
    examples: "growthloop contacts scenarios/contacts/10k.yaml --set sizes=[10_000]")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let file = arguments.words.first else {
      throw UsageError(
        description: "missing PLAN: name a file, such as scenarios/contacts/10k.yaml")
    }
    let delivery = try Delivery(arguments, of: [ContactsFindings.self])
    let stage = try ContactsStage(
      file, with: ScenarioChoice.planChanges(arguments),
      repetition: Repetition(ChangeableCommand(name, arguments)), on: console)
    let findings = try stage.measure(on: console)
    try delivery.deliver(findings, findings.files, as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}
