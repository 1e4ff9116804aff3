import GrowthloopFindings
import GrowthloopReports

/// `growthloop-bench kernel`: the HOLD model on the kernel, its rivals and its yardstick.
enum KernelBench: RunnableCommand {
  static let name = "kernel"
  static let summary =
    "the HOLD model: events per second, beside loops in C++, other structures in Swift and SimPy"
  static let manual = Manual(
    "kernel [options]",
    about: """
      The HOLD model: events per second with 10^3 to 10^7 events pending, beside loops in C++, other
      structures in Swift, SimPy where it is installed, and the published figures of other kits. Every
      candidate has one turn in each round; printed are medians, and the median of the ratios to the C++
      loop round by round.
      """,
    options: [sizes, mixes, rounds, quick, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench kernel --sizes 100000 --quick")

  private static let sizes = CommandOption(
    "--sizes", "N,N…",
    "how many events are pending (default: 1000,100000,1000000,10000000)")
  private static let mixes = CommandOption(
    "--mixes", "NAME,NAME…",
    "of which increments: \(IncrementMix.allCases.map(\.rawValue).joined(separator: ", ")) (default: all)",
    completion: .words { IncrementMix.allCases.map(\.rawValue) })
  private static let rounds = CommandOption(
    "--rounds", "N", "how often each candidate has its turn (default: 5)")
  private static let quick = CommandOption(
    flag: "--quick", "the kernel and the C++ loops only")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = HoldBenchmark()
    if let sizes = try arguments.numbers(Self.sizes, in: 10...100_000_000) {
      benchmark.sizes = sizes
    }
    if let names = try arguments.one(mixes) {
      benchmark.mixes = try names.split(separator: ",").map { name in
        guard let mix = IncrementMix(rawValue: String(name)) else {
          throw UsageError(
            description: "unknown increments '\(name)'"
              + Suggestion.phrase(for: String(name), among: IncrementMix.allCases.map(\.rawValue)))
        }
        return mix
      }
    }
    if let rounds = try arguments.number(Self.rounds, in: 1...1_000) {
      benchmark.rounds = rounds
    }
    if arguments.has(Self.quick) {
      benchmark.candidates = [.yardstick, .kernel, .heap]
      benchmark.mostPendingOfSimPy = 0
    }
    let rows = benchmark.measure { rows in
      guard let first = rows.first else { return }
      console.complain("measured: \(first.mix) increments, \(first.pending) pending")
    }
    let report = KernelReport(rows: rows)
    try console.write(report, asked: arguments)
    return .success
  }
}
