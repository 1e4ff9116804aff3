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

  /// Of one case.
  private static let mostRuns = 3

  /// Runs all cases, some twenty seconds each, and prints the comparison.
  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard arguments.words.isEmpty, arguments.mentionsOnly("--self-check", "--json") else {
      throw UsageError(
        description:
          "'--self-check' measures servers of its own: no plan, and no option but '--json'")
    }
    let check = SelfCheck()
    var cases: [Case] = []
    for one in SelfCheck.cases {
      console.show(progress: "measuring: \(one.name)")
      var (outcome, runs) = (try check.run(one), 1)
      while runs < mostRuns, !outcome.isTrue, !one.isClosedLoop, outcome.record.verdict.isDisturbed
      {
        console.show(progress: "measuring once more: \(one.name)")
        outcome = try check.run(one)
        runs += 1
      }
      cases.append(
        Case(
          name: outcome.name, isClosedLoop: outcome.isClosedLoop, isTrue: outcome.isTrue,
          runs: runs, because: outcome.record.verdict.reasons, percentiles: outcome.comparisons))
    }
    console.show(progress: "")
    let report = SelfCheckReport(cases: cases)
    try console.write(arguments.has("--json") ? report.json() : report.text)
    return report.exitCode
  }

  /// A closed loop is there to show what it hides.
  private var exitCode: ExitCode {
    let wrong = cases.filter { !$0.isTrue && !$0.isClosedLoop }
    if wrong.isEmpty { return .success }
    return wrong.allSatisfy { !$0.because.isEmpty } ? .gateUndecided : .gateMissed
  }

  private var text: String {
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
      \(reasons)\(repetitions)
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

  /// Which cases needed more than one run.
  private var repetitions: String {
    cases.filter { $0.runs > 1 }.map {
      "\nMeasured \($0.runs) times, the last counts: \($0.name). The runs before were disturbed by "
        + "others on this machine, and not true.\n"
    }.joined()
  }
}
