import GrowthloopFindings
import GrowthloopReports

/// `growthloop-bench search`: the search of the contact list beside SQLite's.
enum SearchBench: RunnableCommand {
  static let name = "search"
  static let summary = "the search of the contact list beside SQLite's full-text search"
  static let manual = Manual(
    "search [options]",
    about: """
      The search of the contact list beside SQLite's full-text search: the time of a keystroke, the memory
      of both, and what they find.
      """,
    options: [sizes, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench search --sizes 10000")

  private static let sizes = CommandOption(
    "--sizes", "N,N…", "how many contacts there are (default: 10000,100000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = SearchBenchmark()
    if let sizes = try arguments.numbers(Self.sizes, in: 100...1_000_000) {
      benchmark.sizes = sizes
    }
    var rows: [SearchBenchmark.Row] = []
    for size in benchmark.sizes {
      rows += benchmark.measure(size)
      console.complain("measured: \(size) contacts")
    }
    let report = SearchReport(rows: rows)
    try console.write(report, asked: arguments)
    return .success
  }
}

/// The tables of the searches' costs and results.
struct SearchReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rows: [SearchBenchmark.Row]

  var description: String {
    let costs = TextTable(
      header: [
        "milliseconds a keystroke", "contacts", "keystrokes", "mean", "p50", "p99", "raw p99",
        "bytes a contact",
      ],
      rows: rows.map { row in
        [
          row.candidate, "\(row.contacts)", "\(row.keystrokes)", row.mean.text(decimals: 3),
          row.median.text(decimals: 3), row.ninetyNinth.text(decimals: 3),
          row.rawNinetyNinth.text(decimals: 3),
          row.bytesPerContact.text(decimals: 0),
        ]
      })
    let ways = SearchBenchmark.ways
    let found = TextTable(
      header: ["found among the first 50", "contacts"] + ways,
      rows: rows.map { row in
        [row.candidate, "\(row.contacts)"]
          + ways.map { "\(((row.found[$0] ?? 0) * 100).text(decimals: 0))%" }
      })
    return """
      \(machine), \(build) build, one core

      \(costs)
      What a keystroke takes is the work of a core, at the median over its rounds; mean, p50 and p99 are
      over the keystrokes, raw p99 is over all single times by the clock on the wall. The contact list
      counts all that it finds, and ranks them; FTS5 ranks its first fifty.

      \(found)
      A keystroke searches the whole book, and reuses nothing of the one before. As many as
      one in a hundred contacts share a given name, and it does not identify the fifty of them that
      are meant.

      """
  }
}
