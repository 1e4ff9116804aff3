import GrowthloopDecisions
import Statistics
import GrowthloopReports

/// The options of a comparison of builds.
enum RegressOptions {
  static let baseline = CommandOption(
    "--baseline", "BUILD", "another executable, the folder of a result, or a git revision",
    shapesResult: true, completion: .file)
  private static let metrics = CommandOption(
    "--metrics", "NAME,…",
    "the figures that are judged, such as p99, 'landingTap p50' or 'frame at 500 p50' (default: p50); of a growth "
      + "scenario one metric (default: k.cohort). Other figures are reported only",
    shapesResult: true, former: "--metric")
  private static let tolerance = CommandOption(
    "--tolerance", "SHARE",
    "the tolerated deterioration (default: 5%, and 1% of a growth metric)", shapesResult: true)
  private static let replications = CommandOption(
    "--replications", "N", "(growth) number of replications (default: the scenario's)",
    shapesResult: true)
  private static let rounds = CommandOption(
    "--rounds", "N",
    "how often each build runs (default: 12). Any call needs 6, and more of several figures",
    shapesResult: true)
  static let selfCheck = CommandOption(
    flag: "--self-check",
    "compares this build with itself N times, and with one that takes a tenth longer, and prints how often "
      + "each was called different")
  static let trials = CommandOption(
    "--trials", "N", "(--self-check) number of comparisons (default: 20)")

  static let all =
    [baseline, metrics, tolerance, replications, rounds] + [
      CommandOption.set.meaning(
        "changes one key of the plan; may be repeated. A load run is 4s long, of which the first "
          + "second (a quarter of less) is warm-up, unless length and warmUp are set here"),
      .deliberately, .data,
      .out("run.json, rounds.csv, summary.md and report.html"),
    ] + RecordChoice.options + [.json, selfCheck, trials]

  static func read(_ arguments: Arguments) throws -> RegressRequest {
    guard let file = arguments.words.first else {
      throw UsageError(
        description: "missing PLAN: name a file, such as scenarios/load/resolve-200ms.yaml")
    }
    guard let baseline = try arguments.one(baseline) else {
      throw UsageError(
        description:
          "missing '--baseline': an executable, the folder of a result, or a git revision")
    }
    var request = RegressRequest(file: file, baseline: baseline, command: "")
    request.changes = try ScenarioChoice.changes(arguments)
    if let rounds = try arguments.number(rounds, in: 1...10_000) { request.rounds = rounds }
    request.metrics = try arguments.one(metrics).map {
      $0.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
    request.tolerance = try arguments.one(tolerance).map(share)
    request.replications = try arguments.number(replications, in: 1...100_000)
    request.dataFolder = try arguments.one(.data)
    request.command = ChangeableCommand(
      RegressCommand.name, arguments, chosen: [(rounds, "\(request.rounds)")]
    ).text()
    return request
  }

  private static func share(_ text: String) throws -> Double {
    let number =
      text.hasSuffix("%")
      ? NumberText.number(text.dropLast()).map { $0 / 100 } : NumberText.number(text)
    guard let number, number >= 0, number <= 10 else {
      throw UsageError(
        description: "'\(tolerance)' must be a share such as 5% or 0.05, not '\(text)'")
    }
    return number
  }
}
