import Benchmarks

/// `growthloop bench sections`: the sections of the home tab over ever larger books.
struct SectionBench {
  private var benchmark = SectionBenchmark()
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    isJSON = arguments.has("--json")
    if let sizes = try arguments.one("--sizes") {
      benchmark.sizes = try KernelBench.numbers(sizes, of: "--sizes", within: 100...1_000_000)
    }
  }

  func run(on console: any Console) throws -> ExitCode {
    let report = SectionReport(rows: benchmark.sizes.flatMap { benchmark.measure($0) })
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }
}

/// The table of what an evaluation costs.
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
