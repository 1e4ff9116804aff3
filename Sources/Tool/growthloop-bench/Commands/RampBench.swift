import GrowthloopFindings
import Statistics
import GrowthloopReports

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
