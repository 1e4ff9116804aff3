import GrowthloopFindings
import GrowthloopReports

/// `growthloop-bench sections`: the sections of the home tab over books of increasing size.
enum SectionBench: RunnableCommand {
  static let name = "sections"
  static let summary = "the sections of the home tab: milliseconds for an evaluation as books grow"
  static let manual = Manual(
    "sections [options]",
    about: "The sections of the home tab: milliseconds for an evaluation as books grow.",
    options: [sizes, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench sections --sizes 10000")

  private static let sizes = CommandOption(
    "--sizes", "N,N…",
    "how many contacts there are (default: 500,5000,10000,50000,100000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = SectionBenchmark()
    if let sizes = try arguments.numbers(Self.sizes, in: 100...1_000_000) {
      benchmark.sizes = sizes
    }
    let report = SectionReport(rows: benchmark.sizes.flatMap { benchmark.measure($0) })
    try console.write(report, asked: arguments)
    return .success
  }
}

/// The table of an evaluation's cost.
struct SectionReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rows: [SectionBenchmark.Row]

  var description: String {
    let table = TextTable(
      header: ["milliseconds", "contacts", "times", "median", "p99", "most"],
      rows: rows.map { row in
        [
          row.book, "\(row.contacts)", "\(row.samples)", row.median.text(decimals: 3),
          row.ninetyNinth.text(decimals: 3), row.most.text(decimals: 3),
        ]
      })
    return "\(machine), \(build) build, one core\n\n\(table)"
  }
}
