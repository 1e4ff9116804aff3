import GrowthloopFindings
import GrowthloopReports

/// The table of the HOLD model, with the kernel's targets and the results of other kits elsewhere.
struct KernelReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rows: [HoldBenchmark.Row]
  let promises: [Promise]
  let elsewhere = PeerFigures.all

  /// A target ratio of the kernel on a core of its own.
  struct Promise: Encodable {
    let sentence: String
    let reached: Double
    let isKept: Bool
  }

  init(rows: [HoldBenchmark.Row]) {
    self.rows = rows
    promises = Self.promises(over: rows)
  }

  var description: String {
    let table = TextTable(
      header: ["increments", "pending", "candidate", "M events/s", "of C++ windows", "bytes", ""],
      rows: rows.map { row in
        guard let figures = row.figures else {
          return [row.mix, "\(row.pending)", row.candidate, "", "", "", row.note ?? ""]
        }
        return [
          row.mix, "\(row.pending)", row.candidate,
          (figures.eventsPerSecond / 1e6).text(decimals: 2),
          figures.toYardstick.text(decimals: 3), figures.bytesPerPendingEvent.text(decimals: 0),
          figures.agrees ? "" : "another order!",
        ]
      })
    let promised = promises.map { promise in
      "\(promise.isKept ? "kept    " : "not kept") \(promise.sentence): \(promise.reached.text(decimals: 2))\n"
    }
    let sizes = [1_000, 100_000, 1_000_000]
    let peers = TextTable(
      header: ["elsewhere, M events/s at", "10^3", "10^5", "10^6"],
      rows: elsewhere.map { peer in
        [peer.name] + sizes.map { peer.millions[$0].map { $0.text(decimals: 2) } ?? "–" }
      })
    return """
      \(machine), \(build) build; medians, and medians of the ratios round by round

      \(table)
      \(promised.joined())
      \(peers)
      """
  }

  /// Returns the targets for the exponential mix, as far as it was measured.
  private static func promises(over rows: [HoldBenchmark.Row]) -> [Promise] {
    func figures(_ candidate: HoldCandidate, at pending: Int) -> HoldBenchmark.Figures? {
      rows.first {
        $0.candidate == candidate.name && $0.pending == pending && $0.mix == "exponential"
      }?.figures
    }
    var promises: [Promise] = []
    for (pending, name) in [(100_000, "10^5"), (1_000_000, "10^6"), (10_000_000, "10^7")] {
      guard let kernel = figures(.kernel, at: pending) else { continue }
      promises.append(
        Promise(
          sentence: "at least 0.7 of the C++ windows at \(name) pending",
          reached: kernel.toYardstick, isKept: kernel.toYardstick >= 0.7))
    }
    if let kernel = figures(.kernel, at: 1_000_000), let heap = figures(.heap, at: 1_000_000) {
      let ratio = kernel.eventsPerSecond / heap.eventsPerSecond
      promises.append(
        Promise(
          sentence: "at least 3 times the C++ 4-ary heap at 10^6 pending", reached: ratio,
          isKept: ratio >= 3))
      promises.append(
        Promise(
          sentence: "at most 40 bytes per pending event at 10^6",
          reached: kernel.bytesPerPendingEvent, isKept: kernel.bytesPerPendingEvent <= 40))
    }
    if let kernel = figures(.kernel, at: 100_000),
      let simPy = rows.first(where: { $0.candidate.hasPrefix("SimPy") && $0.pending == 100_000 })?
        .figures
    {
      let ratio = kernel.eventsPerSecond / simPy.eventsPerSecond
      promises.append(
        Promise(
          sentence: "at least 50 times SimPy at 10^5 pending", reached: ratio, isKept: ratio >= 50))
    }
    return promises
  }
}

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
