import Benchmarks
import Diagnostics
import Foundation

/// Measures what the rules cost.
enum BenchCommand: Command {
  static let name = "bench"
  static let summary = "measures what a decision costs"
  static let help = """
    growthloop bench rules [--json]

    Measures the rules that a simulation asks for every event: nanoseconds per decision, as the median
    over 41 samples of 200,000 decisions each, taken in turns, with the 10th and 90th percentile beside
    it. Only a release build says anything: 'make bench' makes one. A timing decides nothing here; the
    exit code is 0 whatever it is.

    Example:
      make bench
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(arguments, declared: .init(flags: ["--json"], mostWords: 1))
    let subject = arguments.words.first ?? "rules"
    guard subject == "rules" else {
      let near = Suggestion.phrase(for: subject, among: ["rules"])
      throw UsageError(description: "unknown benchmark '\(subject)'\(near)")
    }
    let report = BenchReport(
      machine: Machine.description, build: Machine.build,
      measurements: Benchmark.measure(Benchmark.rules))
    try console.write(
      arguments.has("--json") ? report.json() : report.description)
    return .success
  }
}

private struct BenchReport: Encodable, CustomStringConvertible {
  let machine: String
  let build: String
  let measurements: [DecisionCost]

  var description: String {
    let rows = measurements.map { row in
      [
        row.title, number(row.median), number(row.tenth), number(row.ninetieth),
        row.promised.map { "< \(number($0))" } ?? "",
        row.isKept.map { $0 ? "kept" : "not kept" } ?? "",
      ]
    }
    let table = TextTable(
      header: ["nanoseconds per decision", "median", "p10", "p90", "promised", ""], rows: rows,
      widest: 60)
    return "\(machine), \(build) build\n\n\(table)"
  }

  private func number(_ value: Double) -> String {
    String(format: "%.1f", locale: Locale(identifier: "en_US_POSIX"), value)
  }
}

/// What a figure was measured on.
private enum Machine {
  static var description: String {
    let info = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let model = info?.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return "\(model ?? "unknown processor"), \(ProcessInfo.processInfo.activeProcessorCount) cores"
  }

  static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}
