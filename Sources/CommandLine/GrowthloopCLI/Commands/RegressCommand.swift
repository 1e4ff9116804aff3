/// Compares this build with another one, fairly on a machine that is never quiet.
enum RegressCommand: Command {
  static let name = "regress"
  static let summary =
    "compares this build with another, run in turn: is anything slower, or different?"
  static let help = """
    growthloop regress --baseline BINARY|RESULT|REVISION PLAN [options]
    growthloop regress --self-check [--trials N] [--json]

    Under a load plan or a contacts plan, runs both builds in turn, A B B A, many short runs each, and
    compares round by round: the ratio of each figure with an interval over the rounds. A figure is
    called slower or faster only if its whole interval lies beyond the tolerance. Services of both
    builds are loaded by the one generator of this build. Under a growth scenario, both builds simulate
    the same luck: what is identical is said to be, and else how the viral coefficient moved, and which
    rules spoke more or less often.

    The baseline is another growthloop executable, the folder of a result ('--out' of an earlier run;
    weaker, for it was measured at another time), or a git revision, which is built in a work tree and
    kept below .build/baselines. PLAN may be the folder of a result as well. Ctrl-C keeps the rounds
    that are finished.

    Exit codes: 0 no regression, 1 a regression, 2 not decided, 65 bad plan or baseline, 74 a build or
    a service that does not come up, 130 interrupted.

      --rounds N            how often each build runs; 12. Any call needs 6, and more of several figures
      --metric NAME,…       what is judged: p50 if not said, or p99, 'landingTap p50', 'frame p50'; of a
                            growth scenario one metric, k.cohort. All else is told
      --tolerance SHARE     how much worse is no regression; 5%, and 1% of a growth metric
      --set KEY=VALUE       changes one key of the plan; may be repeated. A load run is 4s long, the
                            first of them warm-up, unless length and warmUp are set here
      --replications N      (growth) how many times the scenario is lived through
      --data DIR            (load) where the services keep their links meanwhile; a temporary folder
      --out DIR             writes run.json, rounds.csv, summary.md and report.html into that folder
    \(RecordChoice.help)
      --json                prints run.json instead of tables
      --self-check          compares this build with itself N times, 20 if not said, and with one that
                            takes a tenth longer, and prints how often each was called different

    Example:
      growthloop regress --baseline HEAD~1 scenarios/load/resolve-200ms.yaml --tolerance 2%
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(arguments, declared: RegressOptions.declaration)
    if arguments.has("--self-check") {
      return try RegressSelfCheck.run(arguments, on: console)
    }
    let options = try RegressOptions(arguments, on: console)
    let report = try Interrupt.watching(console) { interrupt in
      do {
        return try RegressWork(options: options, console: console, interrupt: interrupt).run()
      } catch is InterruptedEarly {
        return nil
      }
    }
    guard let report else {
      console.complain("growthloop: interrupted before anything could be compared")
      return .interrupted
    }
    if let folder = options.folder {
      try ResultFolder(path: folder).write(try report.files())
    }
    if report.exitCode != .interrupted { try options.record.record(try report.json()) }
    try console.write(options.isJSON ? try report.json() : report.text)
    return report.exitCode
  }
}
