import GrowthloopFindings
import GrowthloopReports

/// `growthloop-bench load`: our load generator beside the installed ones.
enum LoadBench: RunnableCommand {
  static let name = "load"
  static let summary =
    "the load generator beside wrk, wrk2, h2load and ab, as far as they are installed"
  static let manual = Manual(
    "load [options]",
    about: """
      The load generator beside wrk, wrk2, h2load and ab, as far as they are installed: the rate of a core,
      processor time at the same rate, lateness of sending, taps on new connections; and beside a loop
      that only sleeps until each moment.
      """,
    options: [rounds, quick, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench load --quick")

  private static let rounds = CommandOption(
    "--rounds", "N", "how often each candidate has its turn (default: 5)")
  private static let quick = CommandOption(flag: "--quick", "runs of one second, not three")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = LoadBenchmark()
    if let rounds = try arguments.number(Self.rounds, in: 1...1_000) {
      benchmark.rounds = rounds
    }
    if arguments.has(Self.quick) { benchmark.seconds = 1 }
    let rows = try benchmark.measure { console.complain("measured: \($0)") }
    let report = LoadBenchReport(rows: rows)
    try console.write(report, asked: arguments)
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
