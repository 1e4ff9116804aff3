import SimulationKernel
import Runs
import Terminal

/// The options for seed, number of replications, workers and results of a simulation.
struct ReplicationOptions {
  static let replications = CommandOption(
    "--replications", "N", "number of replications (default: the scenario's)", shapesResult: true)
  static let options = [
    CommandOption.seed, replications, .workers,
    .out("run.json, CSV files, summary.md, report.html and about.json"),
    .json.meaning("prints run.json instead of tables, with the metrics of --metrics"),
    .assumptions,
  ]

  var seed: UInt64?
  var replications: Int?
  let workers: Workers
  let delivery: Delivery

  init(_ arguments: Arguments, for kinds: any RunFindings.Type...) throws {
    seed = try arguments.seed()
    replications = try arguments.number(Self.replications, in: 1...100_000)
    workers = Workers(try arguments.workers())
    delivery = try Delivery(arguments, of: kinds)
  }
}
