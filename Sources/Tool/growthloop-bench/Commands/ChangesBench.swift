import GrowthloopFindings
import GrowthloopReports

/// `growthloop-bench changes`: how often a step is found, a drift named, and noise left unchanged.
enum ChangesBench: RunnableCommand {
  static let name = "changes"
  static let summary =
    "how often 'history' finds a step, or names a drift, in series with one or none"
  static let manual = Manual(
    "changes [options]",
    about: """
      How often 'growthloop history' finds a step, or names a drift, in series that have one or none, of 40
      to 200 numbers with noise that depends on the noise before.
      """,
    options: [sizes, series, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench changes --series 100")

  private static let sizes = CommandOption(
    "--sizes", "N,N…", "how many numbers a series has (default: 40,60,100,200)")
  private static let series = CommandOption(
    "--series", "N", "how many series of each kind (default: 1000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = ChangeBenchmark()
    if let sizes = try arguments.numbers(Self.sizes, in: 40...500) {
      benchmark.lengths = sizes
    }
    if let series = try arguments.number(Self.series, in: 1...1_000_000) {
      benchmark.series = series
    }
    var rows: [ChangeBenchmark.Row] = []
    for length in benchmark.lengths {
      rows += benchmark.measure(length)
      console.complain("measured: series of \(length)")
    }
    let report = ChangesReport(rows: rows)
    try console.write(report, asked: arguments)
    return .success
  }
}

/// The table of the results, by the kind of series.
struct ChangesReport: Encodable, CustomStringConvertible {
  let rows: [ChangeBenchmark.Row]

  var description: String {
    func share(_ share: Double) -> String { "\((share * 100).text(decimals: 1))%" }
    let table = TextTable(
      header: [
        "of a hundred series", "numbers", "dependence", "called steps", "one within 3 places",
        "called a drift", "series",
      ],
      rows: rows.map { row in
        [
          row.truth, "\(row.length)", row.dependence.text(decimals: 1), share(row.steps),
          row.isStep ? share(row.near) : "", share(row.drift), "\(row.series)",
        ]
      })
    return """
      \(table)
      Steps and drifts are in deviations of the noise; a drift is from the first number to the last, a step
      anywhere in the middle half. The dependence is the share of a deviation that the next number keeps.

      """
  }
}
