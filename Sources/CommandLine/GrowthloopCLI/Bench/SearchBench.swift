import Benchmarks

/// `growthloop bench search`: the search of the contact list beside SQLite's.
struct SearchBench {
  private var benchmark = SearchBenchmark()
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    isJSON = arguments.has("--json")
    if let sizes = try arguments.one("--sizes") {
      benchmark.sizes = try KernelBench.numbers(sizes, of: "--sizes", within: 100...1_000_000)
    }
  }

  func run(on console: any Console) throws -> ExitCode {
    var rows: [SearchBenchmark.Row] = []
    for size in benchmark.sizes {
      rows += benchmark.measure(size)
      console.complain("measured: \(size) contacts")
    }
    let report = SearchReport(rows: rows)
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }
}

/// The tables of what searches cost, and of what they find.
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
      A keystroke looks through the whole book, and takes nothing over from the one before. As many as
      one in a hundred contacts share a given name, and nobody can tell by it alone which fifty of them
      are meant.

      """
  }
}
