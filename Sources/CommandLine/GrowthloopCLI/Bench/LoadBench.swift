import Benchmarks

/// `growthloop bench load`: our load generator beside those that are installed.
struct LoadBench {
  private var benchmark = LoadBenchmark()
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    isJSON = arguments.has("--json")
    if let rounds = try arguments.one("--rounds") {
      benchmark.rounds = try KernelBench.number(rounds[...], of: "--rounds", within: 1...1_000)
    }
    if arguments.has("--quick") { benchmark.seconds = 1 }
  }

  func run(on console: any Console) throws -> ExitCode {
    let rows = try benchmark.measure { console.complain("measured: \($0)") }
    let report = LoadBenchReport(rows: rows)
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }
}

/// The table of load generators.
struct LoadBenchReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rows: [LoadBenchmark.Row]

  var description: String {
    let table = TextTable(
      header: [
        "task", "generator", "requests/s", "CPU s per million", "sent late p50 µs", "p99 µs",
        "our rate to its", "our CPU to its",
      ],
      rows: rows.map { row in
        [
          row.task, row.candidate, row.requestsPerSecond.text(decimals: 0),
          row.processorSecondsPerMillion.text(decimals: 2),
          row.sendErrorMedian?.text(decimals: 1) ?? "", row.sendErrorP99?.text(decimals: 1) ?? "",
          row.ourRate?.text(decimals: 2) ?? "", row.ourProcessorTime?.text(decimals: 2) ?? "",
        ]
      })
    return """
      \(machine), \(build) build; a fixed answer from the first core, generators in turns on the last;
      medians, and medians of the ratios round by round

      \(table)
      """
  }
}
