import GrowthloopModel
import GrowthloopFindings
import GrowthloopReports

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
