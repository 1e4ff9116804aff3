import ContactTrials
import Scenarios

/// Measures what the contact rules cost in large address books, and whether gates are kept.
enum ContactsCommand: Command {
  static let name = "contacts"
  static let summary = "measures list, search, sync and duplicates in large address books"
  static let help = """
    growthloop contacts PLAN [options]

    Makes the address books of that plan, of people who do not exist, and measures every step of what
    an app does with them: a launch from a saved book, each keystroke of searches, each frame of a
    scroll, syncs, other groupings, the search for duplicates, an invite's picker. The books depend on
    the seed alone; the times on this machine.

    What a step takes is the work of a core on it, at the median over the rounds, and a gate is about a
    percentile over the steps: the clock on the wall of a machine that others share tells of the
    scheduler. Its times stand beside, as raw. A gate is kept or missed only if the 95% interval of
    that median agrees; else it is undecided.

    Exit codes: 0 all gates are kept, 1 one is missed, 2 one is undecided, 65 bad plan, 130 interrupted.

      --set KEY=VALUE       changes one key of the plan, such as sizes=[500] or rounds=5; may be
                            repeated ('growthloop schema --plan contacts --reference' lists the keys)
      --out DIR             writes run.json, times.csv, latency.hlog, summary.md and report.html there
      --json                prints run.json instead of tables

    Only a release build says anything: 'make run' makes one.

    Example:
      growthloop contacts scenarios/contacts/10k.yaml --set sizes=[10_000]
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(flags: ["--json"], options: ["--set", "--out"], mostWords: 1))
    guard let file = arguments.words.first else {
      throw UsageError(description: "contacts of which plan? Name a file, as in scenarios/")
    }
    let outcome = try PlanChoice.read(
      file, as: ContactPlan.self, with: ScenarioChoice.changes(arguments))
    if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    let stage = ContactsStage(
      plan: outcome.value, repetition: Repetition(ChangeableCommand(name, arguments)))
    let folder = try arguments.resultFolder()
    let report = try stage.measure(on: console)
    try report.write(to: folder)
    try console.write(arguments.has("--json") ? try report.json() : report.text())
    return report.exitCode
  }
}
