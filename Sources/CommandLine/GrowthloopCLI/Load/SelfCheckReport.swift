import LoadGenerator
import LoadSelfCheck

/// What the generator says of servers whose every answer is known, beside the truth.
struct SelfCheckReport: Encodable {
  struct Case: Encodable {
    let name: String
    let isClosedLoop: Bool
    let isTrue: Bool
    let percentiles: [SelfCheck.Comparison]
  }

  let machine = Machine.description
  let build = Machine.build
  let cases: [Case]

  /// Runs all cases, some twenty seconds each, and prints the comparison.
  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let check = SelfCheck()
    var cases: [Case] = []
    for one in SelfCheck.cases {
      console.show(progress: "measuring: \(one.name)")
      let outcome = try check.run(one)
      cases.append(
        Case(
          name: outcome.name, isClosedLoop: outcome.isClosedLoop, isTrue: outcome.isTrue,
          percentiles: outcome.comparisons))
    }
    console.show(progress: "")
    let report = SelfCheckReport(cases: cases)
    try console.write(arguments.has("--json") ? report.json() : report.text)
    // A closed loop is there to show what it hides.
    return cases.allSatisfy { $0.isTrue || $0.isClosedLoop } ? .success : .gateMissed
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
            comparison.isTrue ? "true" : one.isClosedLoop ? "hidden by the closed loop" : "wrong",
          ]
        }
      }, widest: 60)
    return """
      \(machine), \(build) build

      \(table)
      True is within 1% of what the scripted server did to each planned request.

      """
  }
}
