import GrowthloopFindings
import GrowthloopReports

/// Benchmarks that time operations one by one.
protocol OperationBench: RunnableCommand {
  static var unit: String { get }
  static var benchmarks: [Benchmark] { get }
}

extension OperationBench {
  static var manual: Manual {
    Manual(
      "\(name) [--json]",
      about: """
        Measures \(summary). Printed is the median over 41 samples taken in turns, with the
        10th and 90th percentile beside it.
        """,
      options: [.json.meaning("the same as one JSON document")],
      examples: "growthloop-bench \(name)")
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    console.complain("measuring \(benchmarks.count) operations; this takes some seconds")
    let report = OperationReport(unit: unit, measurements: Benchmark.measure(benchmarks))
    try console.write(report, asked: arguments)
    return .success
  }
}

/// `growthloop-bench rules`.
enum RuleBench: OperationBench {
  static let name = "rules"
  static let summary = "the cost of decisions, those first that a simulation takes for every event"
  static let unit = "nanoseconds per decision"
  static var benchmarks: [Benchmark] { Benchmark.rules }
}

/// `growthloop-bench draws`.
enum DrawBench: OperationBench {
  static let name = "draws"
  static let summary = "the cost of a random number, by its distribution"
  static let unit = "nanoseconds per draw"
  static var benchmarks: [Benchmark] { Benchmark.draws }
}

/// `growthloop-bench histogram`.
enum HistogramBench: OperationBench {
  static let name = "histogram"
  static let summary = "the cost of recording a latency"
  static let unit = "nanoseconds per operation"
  static var benchmarks: [Benchmark] { Benchmark.histogram }
}
