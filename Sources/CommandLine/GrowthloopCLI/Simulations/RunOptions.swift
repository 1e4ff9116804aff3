import Experiments
import Foundation
import SimulationKernel

/// How often a simulation runs, on what, and where its results go.
struct RunOptions {
  static let options = ["--seed", "--replications", "--workers", "--out"]

  static let help = """
      --seed N              the root of all chance; the scenario's if not said
      --replications N      how many times it is lived through; the scenario's if not said
      --workers N           how many cores work on it; all if not said. Nothing else depends on it
      --out DIR             writes run.json, CSV files, summary.md, report.html and about.json into that folder
      --json                prints run.json instead of tables, with the metrics of --metrics
    """

  var seed: UInt64?
  var replications: Int?
  let workers: Workers
  let folder: String?
  let isJSON: Bool

  init(_ arguments: Arguments) throws {
    seed = try arguments.one("--seed").map { text in
      guard let seed = UInt64(text.filter { $0 != "_" }) else {
        throw UsageError(description: "'--seed' must be a whole number below 2^64, not '\(text)'")
      }
      return seed
    }
    replications = try Self.count(arguments, "--replications", most: 100_000)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    workers = Workers(try Self.count(arguments, "--workers", most: 1_024) ?? cores)
    folder = try arguments.resultFolder()
    isJSON = arguments.has("--json")
  }

  static func count(_ arguments: Arguments, _ option: String, most: Int) throws -> Int? {
    try arguments.one(option).map { try number($0, of: option, in: 1...most) }
  }

  static func number(_ text: String, of option: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text.filter { $0 != "_" }), range.contains(number) else {
      throw UsageError(
        description: "'\(option)' must be a whole number from \(range.lowerBound) to "
          + "\(range.upperBound), not '\(text)'")
    }
    return number
  }

  /// A metric's key, or what was perhaps meant.
  static func metric(_ key: String) throws -> Metric {
    guard let metric = Metric.named(key) else { throw UnknownMetric.error(key) }
    return metric
  }
}
