import GrowthloopFindings
import GrowthloopReports

/// `growthloop-bench service`: the throughput and latency of the link service, beside nginx.
enum ServiceBench: RunnableCommand {
  static let name = "service"
  static let summary = "the link service on one core, loaded from another, in turns with nginx"
  static let manual = Manual(
    "service [options]",
    about: """
      The link service on one core, loaded from another, in turns with nginx. It needs wrk and two cores;
      nginx and perf, where they are installed, add a rival and the cost of a request. Taps, creations and
      first launches at a fixed rate are measured from the plan and from the sending, by the load
      generator. A rate of taps is kept up if all were answered when the last was planned, and never more
      and more of them were under way. It starts the 'growthloop' beside this program.
      """,
    options: [
      rounds, codes, clicks, rates, only, store, .json.meaning("the same as one JSON document"),
    ],
    examples: "growthloop-bench service --only taps --codes 100000")

  private static let rounds = CommandOption(
    "--rounds", "N", "how often each candidate has its turn (default: 5)")
  private static let codes = CommandOption(
    "--codes", "N", "how many codes there are (default: 1000000)")
  private static let clicks = CommandOption(
    "--clicks", "N", "among how many clicks first launches are resolved (default: 1000000)")
  private static let rates = CommandOption(
    "--rates", "N,N…",
    "taps a second, beside 70% of what is kept up (default: 25000,30000,35000,41000)")
  private static let only = CommandOption(
    "--only", "PART,…",
    "throughput, taps, creations or launches; the cost of codes is measured with each of them, or alone as "
      + "codes", completion: .list { ServiceBenchmark.Part.allCases.map(\.rawValue) })
  private static let store = CommandOption(
    "--store", "DIR", "the folder of the codes, kept for the next time", completion: .folder)

  private static func part(_ name: String) throws -> ServiceBenchmark.Part {
    guard let part = ServiceBenchmark.Part(rawValue: name) else {
      let names = ServiceBenchmark.Part.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(description: "'--only' takes some of \(names), not '\(name)'")
    }
    return part
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = ServiceBenchmark()
    if let rounds = try arguments.number(Self.rounds, in: 1...100) { benchmark.rounds = rounds }
    if let codes = try arguments.number(Self.codes, in: 10_000...100_000_000) {
      benchmark.codes = codes
    }
    if let clicks = try arguments.number(Self.clicks, in: 20_000...16_000_000) {
      benchmark.clicks = clicks
    }
    if let rates = try arguments.numbers(Self.rates, in: 100...1_000_000) {
      benchmark.rates = rates
    }
    if let names = try arguments.one(Self.only) {
      benchmark.parts = Set(try names.split(separator: ",").map { try Self.part(String($0)) })
    }
    benchmark.store = try arguments.one(Self.store)
    do {
      let figures = try benchmark.measure { console.complain("growthloop-bench: \($0)") }
      let report = ServiceReport(figures: figures)
      try console.write(report, asked: arguments)
      return .success
    } catch let trouble as SystemTool.Trouble {
      throw InputOutputError(description: "\(trouble)")
    }
  }
}
