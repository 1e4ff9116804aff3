import GrowthloopReports

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
