import GrowthloopFindings
import GrowthloopModel
public import GrowthloopReports

/// `growthloop-bench model`: the growth model in markets of increasing size.
struct ModelBench: RunnableCommand {
  static let name = "model"
  static let summary = "the growth model: events per second and memory as markets grow"
  static let manual = Manual(
    "model [options]", about: "The growth model: events per second and memory as markets grow.",
    options: [markets, plan, rounds, shards, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench model --sizes 100000")

  private static let markets = CommandOption(
    "--sizes", "N,N…", "how many people there are (default: 10000,100000,1000000)")
  private static let plan = CommandOption(
    "--plan", "NAME", "diffusion or baseline only",
    completion: .words { ["diffusion", "baseline"] })
  private static let rounds = CommandOption(
    "--rounds", "N", "how often each plan runs (default: 3)")
  private static let shards = CommandOption(
    "--shards", "N", "on how many threads one population runs (default: 1)")

  private typealias Plan = (name: String, plan: @Sendable (Int) -> GrowthPlan)

  private static let plans: [Plan] = [
    ("diffusion", ModelBenchmark.diffusion), ("baseline", ModelBenchmark.baseline),
  ]

  private var sizes = [10_000, 100_000, 1_000_000]
  private var plans = plans
  private let benchmark: ModelBenchmark
  private let isJSON: Bool

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    try Self(arguments).run(on: console)
  }

  private init(_ arguments: Arguments) throws {
    isJSON = arguments.has(.json)
    benchmark = ModelBenchmark(
      rounds: try arguments.number(Self.rounds, in: 1...1_000) ?? 3,
      shards: try arguments.number(Self.shards, in: 1...256) ?? 1)
    if let sizes = try arguments.numbers(Self.markets, in: 1_000...100_000_000) {
      self.sizes = sizes
    }
    if let name = try arguments.one(Self.plan) { plans = try Self.plans(named: name) }
  }

  private static func plans(named name: String) throws -> [Plan] {
    let chosen = plans.filter { $0.name == name }
    guard chosen.isEmpty else { return chosen }
    let known = plans.map(\.name).joined(separator: " or ")
    throw UsageError(description: "'--plan' is \(known), not '\(name)'")
  }

  private func run(on console: any Console) throws -> ExitCode {
    var rows: [ModelBenchmark.Row] = []
    for size in sizes {
      for (name, plan) in plans {
        rows.append(try benchmark.measure(name, plan(size)))
        console.complain("measured: \(name), \(size) people")
      }
    }
    let report = ModelReport(rounds: benchmark.rounds, rows: rows)
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }
}

/// The table of the growth model's speed.
struct ModelReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rounds: Int
  let rows: [ModelBenchmark.Row]

  var description: String {
    let table = TextTable(
      header: [
        "plan", "people", "joined", "M events", "seconds", "of a core", "M events/s", "of C++ HOLD",
        "B/person", "B/pending", "peak MB",
      ],
      rows: rows.map { row in
        [
          row.plan, "\(row.people)", "\(row.members)",
          (Double(row.events) / 1e6).text(decimals: 2), row.seconds.text(decimals: 2),
          row.coreSeconds.text(decimals: 2), (row.eventsPerCoreSecond / 1e6).text(decimals: 2),
          row.toYardstick.text(decimals: 4),
          row.bytesPerPerson.text(decimals: 1), row.bytesPerPending.text(decimals: 1),
          row.peakMegabytes.text(decimals: 0),
        ]
      })
    return """
      \(machine), \(build) build; medians of \(rounds) runs, of 90 days (diffusion) and 180 (baseline)

      \(table)

      M events/s: by each second that a core worked for it; of C++ HOLD: by what the C++ loop of
      'growthloop-bench kernel' took right before, with 100,000 events pending. peak MB: of the process so far.

      """
  }
}

/// `growthloop-bench epidemic`: draws for the task SIR of sbibm, which an oracle judges.
enum EpidemicBench: RunnableCommand {
  static let name = "epidemic"
  static let summary = "draws from the posterior of an epidemic that others have calibrated to"
  static let manual = Manual(
    "epidemic N,N,… [options]",
    about: """
      Calibrates the two parameters of the task SIR of sbibm to the infected in its ten samples, and prints
      draws as a CSV. Tests/Oracles/epidemic_oracle.py holds them against the posteriors that sbibm keeps.
      """,
    words: [CommandWord("N,N,…")],
    options: [runs, draws, .seed.meaning("random seed (default: 1)")],
    examples: "growthloop-bench epidemic 0,0,5,40,263,130,30,8,2,1")

  private static let runs = CommandOption(
    "--runs", "N", "number of runs of the simulator (default: 1,000)")
  private static let draws = CommandOption("--draws", "N", "number of draws (default: 10,000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let observed = (arguments.words.first ?? "").split(separator: ",").compactMap { Int($0) }
    guard observed.count == 10, observed.allSatisfy({ (0...1_000).contains($0) }) else {
      throw UsageError(
        description:
          "name the infected of the ten samples, from 0 to 1000: 0,0,5,40,263,130,30,8,2,1")
    }
    var task = EpidemicTask()
    task.seed = try arguments.seed() ?? 1
    task.runs = try arguments.number(runs, in: 100...1_000_000) ?? 1_000
    let count = try arguments.number(draws, in: 100...1_000_000) ?? 10_000
    let values = try console.wait(showing: { _ in "calibrating" }) { [task] in
      try await task.draws(count, observed: observed)
    }
    try console.write("contact,recovery\n")
    for row in values { try console.write("\(row[0]),\(row[1])\n") }
    return .success
  }
}

/// The benchmark tool, as a library: tests call it without starting a process.
public enum GrowthloopBench {
  static let tool = Tool(
    "growthloop-bench", purpose: "measures the cost of decisions, draws, events and records.",
    sections: [
      Tool.Section(
        "Commands",
        [
          RuleBench.self, DrawBench.self, HistogramBench.self, KernelBench.self, ModelBench.self,
          SearchBench.self, SectionBench.self, ServiceBench.self, SoakBench.self,
          DuplicatesBench.self, IntervalBench.self, ChangesBench.self, RampBench.self,
          InterferenceBench.self, CalibrationBench.self, EpidemicBench.self,
          LoadBench.self,
        ])
    ],
    notes: """
      Measure with a release build ('make bench'). A timing decides nothing here: the exit code is 0 for
      any timing.

      Example:
        growthloop-bench kernel --sizes 100000 --quick
      """,
    version: ToolVersion.current)

  /// Measures the benchmark that the arguments name, and returns the exit code of the process.
  public static func run(
    _ arguments: [String], on console: any Console = StandardConsole()
  ) -> ExitCode {
    tool.run(arguments, on: console)
  }
}

/// `growthloop-bench interference`: closed forms of experiments in the loop, beside simulations.
enum InterferenceBench: RunnableCommand {
  static let name = "interference"
  static let summary = "closed forms of what invites do to experiments, beside simulations of each"
  static let manual = Manual(
    "interference [options]",
    about: """
      What an experiment finds when invites cross between its arms, arms are inherited, joins come late, or
      invites of one sender are alike: by a closed form, and in a simulation of the mechanism alone. It has
      no timing: it gives 1 where the two differ by more than four standard errors, or where a standard
      error is above 0.003 (0.001 for values below 0.1). At --size 1 it takes about a minute.
      """,
    options: [
      size, .seed.meaning("random seed (default: 1)"),
      .json.meaning("the same as one JSON document"),
    ],
    examples: "growthloop-bench interference")

  private static let size = CommandOption(
    "--size", "N", "how many times as many simulated worlds (default: 1)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let seed = try arguments.seed() ?? 1
    let size = try arguments.number(Self.size, in: 1...1_000) ?? 1
    var rows: [ClosedFormCheck] = []
    for mechanism in Mechanism.allCases {
      rows += mechanism.checks(seed: seed, size: Double(size))
      console.complain("simulated: \(mechanism.name)")
    }
    let report = InterferenceReport(seed: seed, rows: rows)
    try console.write(report, asked: arguments)
    return report.isKept ? .success : .gateMissed
  }
}

/// The table of closed forms and simulated values.
struct InterferenceReport: Encodable, CustomStringConvertible {
  let seed: UInt64
  let rows: [ClosedFormCheck]

  var isKept: Bool { rows.allSatisfy { $0.agrees && $0.isPrecise } }

  var description: String {
    let table = TextTable(
      header: ["mechanism", "quantity", "closed form", "simulated", "standard error", "z", ""],
      rows: rows.map { row in
        [
          row.mechanism, row.quantity, row.closedForm.text(decimals: 4),
          row.simulated.text(decimals: 4), row.standardError.text(decimals: 5),
          row.z.text(decimals: 2), row.agrees ? (row.isPrecise ? "" : "imprecise") : "differs",
        ]
      })
    let differing = rows.count { !$0.agrees }
    let imprecise = rows.count { !$0.isPrecise }
    return """
      \(table)
      \(rows.count) closed forms, seed \(seed): \(differing) differ by more than four standard errors, \
      \(imprecise) have a standard error above its limit.

      """
  }
}

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

/// The table of the operations' costs on this machine.
struct OperationReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let unit: String
  let measurements: [DecisionCost]

  var description: String {
    let rows = measurements.map { row in
      [
        row.title, row.median.text(decimals: 1), row.tenth.text(decimals: 1),
        row.ninetieth.text(decimals: 1), row.promised.map { "< \($0.text(decimals: 1))" } ?? "",
        row.isKept.map { $0 ? "kept" : "not kept" } ?? "",
      ]
    }
    let table = TextTable(
      header: [unit, "median", "p10", "p90", "promised", ""], rows: rows, widest: 60)
    return "\(machine), \(build) build\n\n\(table)"
  }
}

/// `growthloop-bench sections`: the sections of the home tab over books of increasing size.
enum SectionBench: RunnableCommand {
  static let name = "sections"
  static let summary = "the sections of the home tab: milliseconds for an evaluation as books grow"
  static let manual = Manual(
    "sections [options]",
    about: "The sections of the home tab: milliseconds for an evaluation as books grow.",
    options: [sizes, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench sections --sizes 10000")

  private static let sizes = CommandOption(
    "--sizes", "N,N…",
    "how many contacts there are (default: 500,5000,10000,50000,100000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = SectionBenchmark()
    if let sizes = try arguments.numbers(Self.sizes, in: 100...1_000_000) {
      benchmark.sizes = sizes
    }
    let report = SectionReport(rows: benchmark.sizes.flatMap { benchmark.measure($0) })
    try console.write(report, asked: arguments)
    return .success
  }
}

/// The table of an evaluation's cost.
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
