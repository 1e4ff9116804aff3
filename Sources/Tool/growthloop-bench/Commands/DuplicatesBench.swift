import Foundation
import GrowthloopFindings
import GrowthloopReports
import Statistics

/// `growthloop-bench duplicates`: precision and recall of duplicate search in the FEBRL registers.
struct DuplicatesBench: RunnableCommand {
  static let name = "duplicates"
  static let summary = "how well duplicates are found in the FEBRL registers, and how fast"
  static let manual = Manual(
    "duplicates --febrl DIR [--json]",
    about: "How well duplicates are found in the FEBRL registers, and how fast.",
    options: [febrl, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench duplicates --febrl /tmp/febrl")

  private static let febrl = CommandOption(
    "--febrl", "DIR", "the folder that Tests/Oracles/febrl_oracle.py wrote", completion: .folder)

  private let folder: String
  private let isJSON: Bool

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    try Self(arguments).run(on: console)
  }

  private init(_ arguments: Arguments) throws {
    guard let folder = try arguments.one(Self.febrl) else {
      throw UsageError(
        description:
          "'growthloop-bench duplicates' needs '--febrl DIR', as Tests/Oracles/febrl_oracle.py makes it"
      )
    }
    self.folder = folder
    isJSON = arguments.has(.json)
  }

  private func run(on console: any Console) throws -> ExitCode {
    let report = DuplicatesReport(rows: try books().map { DuplicateBenchmark().measure($0) })
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }

  private func books() throws -> [RegisterBook] {
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw InputOutputError(description: "cannot open the folder '\(folder)'")
    }
    let names = files.filter { $0.hasSuffix(".csv") }.sorted()
    guard !names.isEmpty else {
      throw InputOutputError(
        description: "'\(folder)' has no .csv file; Tests/Oracles/febrl_oracle.py makes them")
    }
    return try names.map { name in
      let text = String(decoding: try InputFile.bytes(of: "\(folder)/\(name)"), as: UTF8.self)
      do {
        return try RegisterBook(name, csv: text)
      } catch {
        throw InputOutputError(description: "\(folder)/\(error)")
      }
    }
  }
}

/// The table of the results.
struct DuplicatesReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rows: [DuplicateBenchmark.Row]

  var description: String {
    let found = TextTable(
      header: ["register", "entries", "true", "of", "found", "wrong", "precision", "recall", "F1"],
      rows: rows.flatMap { row in
        [
          ("pairs from 70%", row.pairs), ("groups of them", row.groups),
          ("merged unasked", row.merged),
        ]
        .map { name, accuracy in
          [
            row.book, "\(row.records)", "\(row.truePairs)", name, "\(accuracy.found)",
            "\(accuracy.wrong)", accuracy.precision.text(decimals: 5),
            accuracy.recall.text(decimals: 5), accuracy.f1.text(decimals: 5),
          ]
        }
      })
    let bands = TextTable(
      header: ["register", "confidence from", "pairs", "mean confidence", "right"],
      rows: rows.flatMap { row in
        row.bands.map { band in
          [
            row.book, band.from.text(decimals: 2), "\(band.pairs)",
            band.meanConfidence.text(decimals: 4), band.right.text(decimals: 4),
          ]
        }
      })
    let times = rows.map {
      "\($0.book): \($0.coreSeconds.text(decimals: 3)) s of a core for a search\n"
    }
    return """
      \(machine), \(build) build

      \(found)
      \(bands)
      \(times.joined())
      """
  }
}

/// `growthloop-bench ramps`: what the documents' ramps find, and what is lost until then.
enum RampBench: RunnableCommand {
  static let name = "ramps"
  static let summary = "how often the documents' rollouts find a fall, and what is lost until then"
  static let manual = Manual(
    "ramps [options]",
    about: """
      Takes many rollouts with share completion at 75% through the ramps of the product document (10, 50,
      100% over 5 days) and of the design document (5, 25, 100% over 8 days), with one look a day, and
      prints how often each rule takes the change back before the last stage, beside the expected share;
      the median day; and the completions that are lost until then. Rows with a fall of 0 are false
      rollbacks. Then it searches for the number a day at which 80% of rollouts find a defect, in twelve
      plans, beside that of an independent Monte Carlo.
      """,
    options: [ramps, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench ramps --ramps 2000")

  private static let ramps = CommandOption(
    "--ramps", "N", "how many rollouts each row has (default: 20000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = RampBenchmark()
    if let ramps = try arguments.number(Self.ramps, in: 100...10_000_000) {
      benchmark.ramps = ramps
    }
    var rows: [RampBenchmark.Row] = []
    for (sheets, fall, expected) in RampBenchmark.cases {
      rows += benchmark.measure(sheets, fall: fall, expected: expected)
      console.complain("measured: \(sheets) sheets a day")
    }
    let report = RampReport(
      rows: rows, ramps: benchmark.ramps,
      fiveAt5: benchmark.fiveGuardrails(each: 0.05)?.value ?? .nan,
      fiveAt1: benchmark.fiveGuardrails(each: 0.01)?.value ?? .nan,
      canary: benchmark.canaryAlarm,
      afterKill: [1, 2, 4, 7].map { benchmark.afterKill($0) },
      needs: RampBenchmark.needs.map(benchmark.search))
    try console.write(report, asked: arguments)
    return .success
  }
}

/// The table of the results, and the greatest distance from what was expected.
struct RampReport: Encodable, CustomStringConvertible {
  let rows: [RampBenchmark.Row]
  let ramps: Int
  /// False rollbacks of five guardrails, each at 5% or 1%.
  let fiveAt5, fiveAt1: Double
  /// False alarms of a canary rule a window: five errors in 100 requests, at a true rate of 2%.
  let canary: Double
  /// Of the joins caused in 1, 2, 4 and 7 days before a kill, those that come after it.
  let afterKill: [Double]
  /// The numbers a day at which plans find their defects.
  let needs: [RampBenchmark.Need]

  var description: String {
    let table = TextTable(
      header: [
        "ramp", "sheets a day", "fall", "rule", "expected", "detected", "95% interval", "day",
        "lost",
      ],
      rows: rows.map { row in
        [
          row.ramp, "\(row.sheets)", points(row.fall), row.rule, share(row.expected),
          share(row.detected), "\(share(row.low)) to \(share(row.high))",
          row.day.map { "\($0)" } ?? "–", row.lost.text(decimals: 0),
        ]
      })
    let needed = TextTable(
      header: ["plan", "expected", "needs a day", "95% interval", "apart"],
      rows: needs.map { need in
        guard let found = need.needed, let low = need.low, let high = need.high else {
          return [need.name, need.expected.text(decimals: 0), "–", "–", "–"]
        }
        return [
          need.name, need.expected.text(decimals: 0), found.text(decimals: 0),
          "\(low.text(decimals: 0)) to \(high.text(decimals: 0))", share(found / need.expected - 1),
        ]
      })
    let farthest = rows.map { ($0.detected - $0.expected).magnitude }.max() ?? 0
    return """
      \(table)
      The farthest from what was expected: \(points(farthest)), over \(ramps) rollouts each.
      Five guardrails without a fall, each looked at once: \(share(fiveAt5)) are taken back at 5% each \
      (expected 22.6%), \(share(fiveAt1)) at 1% (expected 4.9%).

      A canary rule of five errors in 100 requests alarms in \(share(canary)) of windows at a true 2% \
      (expected 5.1%). Of the joins caused in 1, 2, 4 and 7 days before a kill \
      \(afterKill.map(share).joined(separator: ", ")) come after it (expected 50, 36, 23 and 16%).

      The number a day at which 80% of rollouts find the defect before the last stage:

      \(needed)

      """
  }

  private func share(_ share: Double) -> String { "\((share * 100).text(decimals: 1))%" }
  private func points(_ share: Double) -> String { "\((share * 100).text(decimals: 1)) points" }
}
