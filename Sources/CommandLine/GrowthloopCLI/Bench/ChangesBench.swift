import Benchmarks

/// `growthloop bench changes`: how often a step is found, a drift named, and noise left alone.
struct ChangesBench {
  private var benchmark = ChangeBenchmark()
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    isJSON = arguments.has("--json")
    if let sizes = try arguments.one("--sizes") {
      benchmark.lengths = try KernelBench.numbers(sizes, of: "--sizes", within: 40...500)
    }
    if let series = try arguments.one("--series") {
      benchmark.series = try KernelBench.number(series[...], of: "--series", within: 1...1_000_000)
    }
  }

  func run(on console: any Console) throws -> ExitCode {
    var rows: [ChangeBenchmark.Row] = []
    for length in benchmark.lengths {
      rows += benchmark.measure(length)
      console.complain("measured: series of \(length)")
    }
    let report = ChangesReport(rows: rows)
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }
}

/// The table of what series of a known kind are called.
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
