import Foundation
import GrowthloopReports
import GrowthloopFindings

/// Shows the course of a figure over time, and its steps.
enum HistoryCommand: RunnableCommand {
  static let name = "history"
  static let summary =
    "draws a figure over time, and dates its real steps"
  static let manual = Manual(
    "history [FILE] [--metrics NAME] [--independent] [--out DIR] [--json]", "history [FILE] --list",
    "history add RUN_DIR [FILE] [--at MOMENT] [--commit ID] [--force]",
    "history export [FILE] [--format NAME] [--metrics NAME,…]",
    about: """
      Reads measurements, one a line, and draws those of one figure, a series for each machine and plan,
      and for each rate and mix that a plan of one title asks for.
      It says whether a series of 40 or more keeps its level, drifts, or has steps; a shorter one is not
      judged. A measurement may depend on the one before: 'growthloop-bench changes' measures how often
      such noise is taken for a step. 'add' appends the result of a run ('--out' of simulate, load,
      contacts or regress); so does 'growthloop regress --record'.
      """,
    words: [CommandWord("FILE", "the history (default: \(defaultFile))", most: 3)],
    options: [
      figure, independent, list, RecordChoice.at, RecordChoice.commit, force,
      format,
      .out("run.json, summary.txt and report.html"), .json.meaning("prints the series as data"),
    ],
    examples: "growthloop history results/history/load.jsonl --metrics p99")

  private static let figure = CommandOption(
    "--metrics", "NAME", "which figure, such as p99, 'landingTap p50' or k.cohort (default: p50)",
    shapesResult: true, former: "--metric")
  private static let independent = CommandOption(
    flag: "--independent",
    "measurements are known not to depend on each other: change points by E-divisive means with a permutation "
      + "test, in a series of any length", shapesResult: true)
  private static let list = CommandOption(
    flag: "--list", "prints the names of all figures in the file, one a line")
  private static let format = CommandOption(
    "--format", "NAME",
    "(export) the form of the newest measurements: \(BenchmarkExport.format), for its "
      + "customSmallerIsBetter; times alone, if '--metrics' names no others",
    completion: .words { [BenchmarkExport.format] })
  private static let force = CommandOption(
    flag: "--force",
    "(add) takes a run that was interrupted, or in which the generator was the bottleneck, whose figures "
      + "describe less than they claim; and a run that is in the file already")

  static let defaultFile = "results/history/measurements.jsonl"

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    switch arguments.words.first {
    case "add": return try add(arguments, on: console)
    case "export": return try export(arguments, on: console)
    default: break
    }
    guard arguments.words.count <= 1 else {
      throw UsageError(description: "unexpected argument '\(arguments.words[1])'")
    }
    for option in [RecordChoice.at, RecordChoice.commit, force] where arguments.has(option) {
      throw UsageError(description: "'\(option)' is for 'history add'")
    }
    if arguments.has(format) {
      throw UsageError(description: "'\(format)' is for 'history export'")
    }
    let delivery = try Delivery(arguments, of: [HistoryFindings.self])
    guard
      !arguments.words.isEmpty || FileManager.default.fileExists(atPath: defaultFile)
    else {
      throw UsageError(
        description:
          "there is no history here yet: 'growthloop history add RUN_DIR' begins one, with a "
          + "folder that '--out' wrote")
    }
    let history = try MeasuredHistory(arguments.words.first ?? defaultFile)
    if arguments.has(list) { return try printNames(history.names, arguments, on: console) }
    let name = try arguments.one(figure) ?? "p50"
    let findings = try history.findings(
      of: name, areIndependent: arguments.has(independent),
      command: ChangeableCommand(self.name, arguments, chosen: [(figure, name)]).text())
    try delivery.deliver(findings, findings.files, as: findings.summary, on: console)
    return .success
  }

  private static func printNames(
    _ names: [String], _ arguments: Arguments, on console: any Console
  ) throws -> ExitCode {
    for option in [figure, independent, .json, .out] where arguments.has(option) {
      throw UsageError(description: "'\(option)' is about one figure, '--list' about all: give one")
    }
    try console.write(names.map { $0 + "\n" }.joined())
    return .success
  }

  private static func export(
    _ arguments: Arguments, on console: any Console
  ) throws -> ExitCode {
    guard arguments.words.count <= 2, arguments.hasOnly(format, figure) else {
      throw UsageError(
        description: "'history export' takes a FILE, '\(format)' and '\(figure)' alone")
    }
    let wanted = try arguments.one(format) ?? BenchmarkExport.format
    guard wanted == BenchmarkExport.format else {
      throw UsageError(
        description: "'\(format)' must be \(BenchmarkExport.format), not '\(wanted)'")
    }
    let history = try MeasuredHistory(arguments.words.dropFirst().first ?? defaultFile)
    let figures = try arguments.one(figure)?.split(separator: ",").map(String.init)
    try console.write(history.export(figures).text)
    return .success
  }

  private static func add(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard arguments.words.count >= 2 else {
      throw UsageError(description: "missing RUN_DIR: name the folder that '--out' wrote")
    }
    for option in [figure, independent, list, .json, .out] where arguments.has(option) {
      throw UsageError(description: "'\(option)' is not for 'history add'")
    }
    let file = arguments.words.count > 2 ? arguments.words[2] : defaultFile
    let recorder = try RecordChoice.recorder(of: file, arguments, on: console)
    let findings = try RecordedRun.read(ResultFolder(path: arguments.words[1]).files)
    if !arguments.has(force), let obstacle = findings.obstacle {
      throw UnfitInput(
        description: "'\(arguments.words[1])' is not added: \(obstacle). Run it again, or add it "
          + "all the same with '--force'")
    }
    try recorder.record(findings, again: arguments.has(force))
    try console.write("added to \(file)\n")
    return .success
  }
}
