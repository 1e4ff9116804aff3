import GrowthloopFindings
import GrowthloopReports

/// Compares this build with another in alternating runs, which suits a noisy machine.
enum RegressCommand: RunnableCommand {
  static let name = "regress"
  static let summary =
    "compares this build with another in alternating runs: slower, faster, or different"
  static let manual = Manual(
    "regress PLAN --baseline BINARY|RESULT|REVISION|URL [options]",
    "regress --self-check [--trials N] [--json]",
    about: """
      Compares this build with another. Under a load plan or a plan of contacts, both builds run in turn,
      A B B A, many short runs each. A figure is slower or faster only if the whole interval of its ratio,
      over the rounds, lies beyond the tolerance. One generator, of this build, loads both services. Under
      a scenario, both builds simulate with the same random numbers: the result is identical, or it says
      how the viral coefficient moved, and which rules were applied more or less often.

      The baseline is another growthloop executable, a git revision (built in a work tree and kept below
      .build/baselines), or the folder of an earlier result, which is weaker, because it was measured at
      another time. PLAN may be the folder of a result as well. Ctrl-C keeps the rounds that are finished.

      Services of any make are compared by their addresses: the plan's target with '--baseline URL'.

      Exit codes: 0 no regression, 1 a regression, 2 not decided, 65 bad plan or baseline, 74 a build or
      a service that does not start, 130 interrupted.
      """,
    words: [CommandWord("PLAN")], options: RegressOptions.all,
    examples:
      "growthloop regress scenarios/load/resolve-200ms.yaml --baseline HEAD~1 --tolerance 2%")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    if arguments.has(RegressOptions.selfCheck) { return try runSelfCheck(arguments, on: console) }
    let request = try RegressOptions.read(arguments)
    let delivery = try Delivery(arguments, of: [RegressFindings.self])
    let recorder = try RecordChoice.read(arguments, on: console)
    let findings = try Interrupt.watching(console) { interrupt in
      do {
        return try RegressWork(request: request, console: console, interrupt: interrupt).run()
      } catch is InterruptedEarly {
        return nil
      }
    }
    guard let findings else {
      console.complain("growthloop: interrupted before anything could be compared")
      return .interrupted
    }
    try delivery.deliver(findings, findings.files, as: findings.summary, on: console)
    if !findings.isPartial { try recorder?.record(findings) }
    return findings.exitCode
  }

  private static func runSelfCheck(
    _ arguments: Arguments, on console: any Console
  ) throws -> ExitCode {
    let trials = try arguments.number(RegressOptions.trials, in: 1...10_000) ?? 20
    guard arguments.words.isEmpty, !arguments.has(RegressOptions.baseline) else {
      throw UsageError(
        description: "'\(RegressOptions.selfCheck)' compares this build with itself: no plan")
    }
    let check = try RegressSelfCheck.run(trials: trials, on: console)
    try console.write(arguments.has(.json) ? try check.json() : check.text)
    return check.exitCode
  }
}
