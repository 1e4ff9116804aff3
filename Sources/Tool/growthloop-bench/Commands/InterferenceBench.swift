import GrowthloopFindings
import GrowthloopReports

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
