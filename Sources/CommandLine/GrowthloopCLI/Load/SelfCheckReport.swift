import LoadGenerator
import LoadSelfCheck
import LoadTrials

/// What the generator says of servers whose every answer is known, beside the truth.
struct SelfCheckReport: Encodable {
  struct Case: Encodable {
    let name: String
    let isClosedLoop: Bool
    let isTrue: Bool
    /// How often it was run: again where the machine was not the generator's and a figure not true.
    let runs: Int
    /// Why the generator could not have told the truth here; empty if it could.
    let because: [String]
    let percentiles: [SelfCheck.Comparison]
  }

  let machine = Machine.description
  let build = Machine.build
  let cases: [Case]
  /// Whether somebody wanted no more before all cases were measured.
  let partial: Bool

  /// Of one case.
  private static let mostRuns = 3

  /// Runs all cases, some twenty seconds each, and prints the comparison.
  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard arguments.words.isEmpty, arguments.mentionsOnly("--self-check", "--json") else {
      throw UsageError(
        description:
          "'--self-check' measures servers of its own: no plan, and no option but '--json'")
    }
    let report = try Interrupt.watching(console) { interrupt in
      try measure(SelfCheck.cases, on: console, until: interrupt)
    }
    try console.write(arguments.has("--json") ? report.json() : report.text)
    return report.exitCode
  }

  /// Runs the cases one after the other, those that are disturbed again, until somebody wants no more.
  static func measure(
    _ cases: [SelfCheck.Case], on console: any Console, until interrupt: Interrupt
  ) throws -> SelfCheckReport {
    let check = SelfCheck()
    let stop = try LoadSwitch()
    interrupt.onInterrupt { stop.stop() }
    var told: [Case] = []
    for one in cases where !interrupt.isSet {
      console.show(progress: "measuring: \(one.name)")
      var (outcome, runs) = (try check.run(one, stoppingOn: stop), 1)
      while runs < mostRuns, !interrupt.isSet, !outcome.isTrue, !one.isClosedLoop,
        outcome.record.verdict.isDisturbed
      {
        console.show(progress: "measuring once more: \(one.name)")
        outcome = try check.run(one, stoppingOn: stop)
        runs += 1
      }
      // A part of a case proves nothing.
      guard !outcome.record.wasCancelled else { break }
      told.append(
        Case(
          name: outcome.name, isClosedLoop: outcome.isClosedLoop, isTrue: outcome.isTrue,
          runs: runs, because: outcome.record.verdict.reasons, percentiles: outcome.comparisons))
    }
    if told.isEmpty { try interrupt.check() }
    return SelfCheckReport(cases: told, partial: told.count < cases.count)
  }

  /// A closed loop is there to show what it hides.
  var exitCode: ExitCode {
    if partial { return .interrupted }
    let wrong = cases.filter { !$0.isTrue && !$0.isClosedLoop }
    if wrong.isEmpty { return .success }
    return wrong.allSatisfy { !$0.because.isEmpty } ? .gateUndecided : .gateMissed
  }

  var text: String {
    let table = TextTable(
      header: ["server", "percentile", "reported ms", "true ms", ""],
      rows: cases.flatMap { one in
        one.percentiles.enumerated().map { place, comparison in
          [
            place == 0 ? one.name : "", LoadReport.name(of: comparison.percentile),
            LoadText.milliseconds(Double(comparison.reported)),
            LoadText.milliseconds(Double(comparison.truth)),
            comparison.isTrue ? "true" : Self.words(for: one),
          ]
        }
      }, widest: 60)
    return """
      \(machine), \(build) build

      \(table)
      True is within 1% of what the scripted server did to each planned request.
      \(reasons)\(repetitions)\(interruption)
      """
  }

  /// What to call a figure that is not true.
  private static func words(for one: Case) -> String {
    if one.isClosedLoop { return "hidden by the closed loop" }
    return one.because.isEmpty ? "wrong" : "not valid"
  }

  /// Why runs were not valid that reported what is not true.
  private var reasons: String {
    let told = cases.filter { !$0.isTrue && !$0.isClosedLoop && !$0.because.isEmpty }
    return told.map { one in
      "\nNot valid: \(one.name)\n" + one.because.map { "  \($0)\n" }.joined()
    }.joined()
  }

  private var interruption: String {
    partial ? "\nInterrupted after \(cases.count) of \(SelfCheck.cases.count) servers.\n" : ""
  }

  /// Which cases needed more than one run.
  private var repetitions: String {
    cases.filter { $0.runs > 1 }.map {
      "\nMeasured \($0.runs) times, the last counts: \($0.name). The runs before were disturbed by "
        + "others on this machine, and not true.\n"
    }.joined()
  }
}
