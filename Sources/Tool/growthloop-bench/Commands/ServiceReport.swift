import GrowthloopFindings
import GrowthloopReports

/// The tables of the link service's throughput and latency.
struct ServiceReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let figures: ServiceFigures

  var description: String {
    let promises = figures.promises.map {
      "\($0.isKept ? "kept    " : "not kept") \($0.sentence): \($0.reached)\n"
    }
    let parts = [
      "\(machine), \(build) build; the server on one core, the load on another, medians of rounds in turns\n",
      figures.throughputs.isEmpty ? "" : "\(throughputs)", ladder,
      paced.isEmpty ? "" : "\(TextTable(header: Self.pacedHeader, rows: paced))", memory,
      promises.joined(),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var throughputs: TextTable {
    TextTable(
      header: [
        "as much as one core takes", "connections", "a second", "of nginx", "system calls",
        "allocations",
      ],
      rows: figures.throughputs.map { row in
        [
          row.name, "\(row.connections)", "\(Int(row.perSecond))",
          row.ofNginx?.text(decimals: 2) ?? "–",
          row.cost?.systemCalls.text(decimals: 2) ?? "–",
          row.cost?.allocations.text(decimals: 1) ?? "–",
        ]
      })
  }

  private var ladder: String {
    guard let sustained = figures.sustained, let runs = figures.ladder.first?.runs.count else {
      return ""
    }
    let table = TextTable(
      header: [
        "taps a second", "kept up", "p50", "p99", "p99.9", "p99.9 of each run", "from the sending",
        "own lateness", "failed", "valid runs",
      ], rows: figures.ladder.map { Self.row(of: $0) })
    return """
      \(table)\
      milliseconds from the plan, the middle of \(runs) runs of each; \(Int(sustained)) a second are the \
      most that is kept up

      """
  }

  private static func row(of rung: ServiceFigures.Rung) -> [String] {
    func middle(_ figure: (ServiceFigures.Latency) -> Double) -> String {
      rung.each(figure).median.text(decimals: 2)
    }
    let tails = rung.each(\.response.p999).sorted().map { $0.text(decimals: 1) }
    return [
      "\(Int(rung.perSecond))"
        + (rung.ofSustained.map { ", \($0.text(decimals: 1)) of the most" } ?? ""),
      "\(rung.runs.count(where: \.isFollowed)) times", middle(\.response.p50),
      middle(\.response.p99), middle(\.response.p999), tails.joined(separator: " "),
      middle(\.service.p999), middle(\.lag999), "\(rung.runs.reduce(0) { $0 + $1.failures })",
      "\(rung.runs.count { $0.validity == .valid })",
    ]
  }

  private static let pacedHeader = [
    "milliseconds", "from", "a second", "p50", "p95", "p99", "p99.9", "own lateness", "failed",
    "the run",
  ]

  private var paced: [[String]] {
    [figures.creations, figures.launches].compactMap(\.self).flatMap { Self.rows(of: $0) }
  }

  private static func rows(of latency: ServiceFigures.Latency) -> [[String]] {
    let run = [latency.lag999.text(decimals: 2), "\(latency.failures)", latency.validity.text]
    let planned = [latency.name, "the plan", "\(Int(latency.perSecond))"]
    return [
      planned + latency.response.texts + run,
      ["", "the sending", ""] + latency.service.texts + ["", "", ""],
    ]
  }

  private var memory: String {
    guard let memory = figures.memory else { return "" }
    return """
      \(memory.codes) codes: \(memory.bytesPerCode.text(decimals: 1)) bytes each, \
      \(memory.secondsToStart.text(decimals: 1)) s to start, \
      \(memory.residentMegabytes.text(decimals: 0)) MB in all\
      \(figures.liveClicks > 0 ? "; first launches among \(figures.liveClicks) clicks" : "")

      """
  }
}

extension ServiceFigures.Quantiles {
  var texts: [String] { [p50, p95, p99, p999].map { $0.text(decimals: 2) } }
}

extension ServiceFigures.Validity {
  var text: String {
    switch self {
    case .valid: "is valid"
    case .disturbed: "was disturbed by other processes"
    case .generatorLimited: "was limited by the generator"
    }
  }
}

/// `growthloop-bench changes`: how often a step is found, a drift named, and noise left unchanged.
enum ChangesBench: RunnableCommand {
  static let name = "changes"
  static let summary =
    "how often 'history' finds a step, or names a drift, in series with one or none"
  static let manual = Manual(
    "changes [options]",
    about: """
      How often 'growthloop history' finds a step, or names a drift, in series that have one or none, of 40
      to 200 numbers with noise that depends on the noise before.
      """,
    options: [sizes, series, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench changes --series 100")

  private static let sizes = CommandOption(
    "--sizes", "N,N…", "how many numbers a series has (default: 40,60,100,200)")
  private static let series = CommandOption(
    "--series", "N", "how many series of each kind (default: 1000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = ChangeBenchmark()
    if let sizes = try arguments.numbers(Self.sizes, in: 40...500) {
      benchmark.lengths = sizes
    }
    if let series = try arguments.number(Self.series, in: 1...1_000_000) {
      benchmark.series = series
    }
    var rows: [ChangeBenchmark.Row] = []
    for length in benchmark.lengths {
      rows += benchmark.measure(length)
      console.complain("measured: series of \(length)")
    }
    let report = ChangesReport(rows: rows)
    try console.write(report, asked: arguments)
    return .success
  }
}

/// The table of the results, by the kind of series.
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
