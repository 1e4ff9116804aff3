import Benchmarks

/// `growthloop bench contacts`: the contact list and its search in ever larger books.
struct ContactBench {
  private var benchmark = ContactBenchmark()
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    isJSON = arguments.has("--json")
    if let sizes = try arguments.one("--sizes") {
      benchmark.sizes = try KernelBench.numbers(sizes, of: "--sizes", within: 100...1_000_000)
    }
  }

  func run(on console: any Console) throws -> ExitCode {
    var rows: [ContactBenchmark.Row] = []
    for size in benchmark.sizes {
      rows += benchmark.measure(size)
      console.complain("measured: \(size) contacts")
    }
    let report = ContactReport(rows: rows)
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }
}

/// The table of the contact list's speed.
struct ContactReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rows: [ContactBenchmark.Row]

  var description: String {
    let table = TextTable(
      header: ["milliseconds", "contacts", "times", "median", "p99", "most"],
      rows: rows.map { row in
        [
          row.operation, "\(row.contacts)", "\(row.samples)", row.median.text(decimals: 3),
          row.ninetyNinth.text(decimals: 3), row.most.text(decimals: 3),
        ]
      })
    return "\(machine), \(build) build, one core\n\n\(table)"
  }
}
