import Experiments
import LoadGenerator
import LoadTrials
import Scenarios

/// Puts a service under load, and tells what its users waited.
enum LoadCommand: Command {
  static let name = "load"
  static let summary = "puts a link service under load: latencies as users meet them, and gates"
  static let help = """
    growthloop load PLAN [options]
    growthloop load --self-check [--json]

    Sends the requests of that plan at moments that were planned beforehand, whatever the answers do, and
    counts every response time from its planned moment: a server that stalls cannot hide its queue. By
    default the plan starts a link service of its own on this machine, seeded with links. A gate is kept
    or missed only if the 95% interval agrees; else it is undecided. A request without an answer is later
    than any limit. Ctrl-C keeps what was measured.

    A generator that was late makes times longer and never shorter: what is kept is kept all the same, and
    what it may have made (a time, a time-out) leaves a gate undecided. Answers that are errors, and refused
    connections, are the service's own, however late it was asked. Where fewer requests were sent than were
    due, or users waited for a generator that was late, nothing is kept.

    Exit codes: 0 all gates are kept, 1 one is missed, 2 one is undecided; without gates, 2 where the run is
    not valid or nothing got a good answer; 65 bad plan, 69 the target does not answer, 74 too few files or
    ports, 130 interrupted.

      --target URL          asks that service, http:// or https://, in place of its own; a token for it
                            stands in \(LoadPlace.tokenVariable)
      --allow-remote        allows a target that is not this machine
      --real-time           sends before all that is not in real time has its turn, where the system
                            lets you: fewer requests are late on a machine that has other things to do
      --set KEY=VALUE       changes one key of the plan, such as arrivals.rate=2000 or length=10s; may be
                            repeated ('growthloop schema --plan load --reference' lists the keys)
      --data DIR            where its own service keeps its links meanwhile; a temporary folder
      --out DIR             writes run.json, latency.hlog, percentiles.hgrm, seconds.csv, kinds.csv,
                            errors.csv, metrics.prom, junit.xml, summary.md and report.html into that
                            folder
      --find-capacity       searches for the highest rate that keeps the gates: doubling, then
                            bisection, each rate tried several times for the length of the plan
      --trials N            (--find-capacity) how often each rate is tried; 3
      --self-check          measures servers whose every answer is known, and compares
      --json                prints run.json instead of tables

    Only a release build says anything: 'make run' makes one.

    Example:
      growthloop load scenarios/load/resolve-200ms.yaml --set arrivals.rate=1000
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json", "--allow-remote", "--real-time", "--find-capacity", "--self-check"],
        options: ["--set", "--target", "--data", "--out", "--trials"], mostWords: 1))
    if arguments.has("--self-check") { return try SelfCheckReport.run(arguments, on: console) }
    return try Interrupt.watching(console) { interrupt in
      try run(arguments, on: console, until: interrupt)
    }
  }

  private static func run(
    _ arguments: Arguments, on console: any Console, until interrupt: Interrupt
  ) throws -> ExitCode {
    guard let file = arguments.words.first else {
      throw UsageError(description: "load by which plan? Name a file, as in scenarios/load/")
    }
    var changes = try ScenarioChoice.changes(arguments)
    if let target = try arguments.one("--target") {
      changes.append(ScenarioOverride("target", to: target, option: "--target"))
    }
    let trials = try trials(arguments)
    let folder = try arguments.resultFolder()
    let outcome = try PlanChoice.read(file, as: LoadScenario.self, with: changes)
    if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    let stage = LoadStage(
      scenario: outcome.value, options: try LoadPlace.Options(arguments),
      repetition: Repetition(
        ChangeableCommand(name, arguments, options: optionsThatMatter(arguments))))
    if arguments.has("--find-capacity") { try refuseWithoutCapacity(stage.scenario) }
    return try LoadPlace.with(stage.scenario, stage.options, on: console, until: interrupt) {
      place in
      if arguments.has("--find-capacity") {
        let report = try CapacityReport(
          stage, at: place, trials: trials, on: console, until: interrupt)
        let text = arguments.has("--json") ? try report.json() : report.text()
        try deliver(text, report.files(), to: folder, on: console)
        return report.exitCode
      }
      let report = try stage.measure(at: place, on: console, until: interrupt)
      let text = arguments.has("--json") ? try report.json() : report.text()
      try deliver(text, report.files() + [report.junit], to: folder, on: console)
      return report.exitCode
    }
  }

  /// Those without which the same plan would be another run.
  private static func optionsThatMatter(_ arguments: Arguments) -> [String] {
    arguments.all("--target", "--trials").flatMap { [$0.option, $0.value] }
      + ["--allow-remote", "--real-time", "--find-capacity"].filter { arguments.has($0) }
  }

  private static func trials(_ arguments: Arguments) throws -> Int {
    guard let text = try arguments.one("--trials") else { return 3 }
    guard let number = Int(text), (1...99).contains(number), arguments.has("--find-capacity")
    else {
      throw UsageError(
        description: "'--trials \(text)' must be from 1 to 99, with '--find-capacity'")
    }
    return number
  }

  private static func refuseWithoutCapacity(_ scenario: LoadScenario) throws(UsageError) {
    guard !scenario.gates.isEmpty, scenario.closedLoop == nil else {
      throw UsageError(
        description: "a capacity is the rate that keeps gates: the plan needs gates, and arrivals")
    }
  }

  /// Prints a result and writes its files: what took long to measure is not lost where one of them fails.
  private static func deliver(
    _ text: String, _ files: [(name: String, text: String)], to folder: String?,
    on console: any Console
  ) throws {
    let written = Result { if let folder { try ResultFolder(path: folder).write(files) } }
    try console.write(text)
    try console.flush()
    try written.get()
  }
}
