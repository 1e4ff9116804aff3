import Experiments
import Foundation
import Regressions
import Statistics

/// Shows how figures went over time, and where they stepped.
enum HistoryCommand: Command {
  static let name = "history"
  static let summary =
    "draws how a figure went over time, and dates the steps that noise does not explain"
  static let help = """
    growthloop history [FILE] [--metric NAME] [--independent] [--out DIR] [--json]
    growthloop history [FILE] --list
    growthloop history add RUN_DIR [FILE] [--at MOMENT] [--commit ID] [--force]

    Reads measurements, one a line, and draws those of one figure, a series for each machine and plan.
    A measurement may depend on the one before, so that noise wanders: a series of 40 or more keeps its
    level, drifts in a line, or has steps, whichever explains it at the least price. Noise of which a
    measurement keeps a half gives steps in at most one of twenty series ('growthloop bench changes'
    measures it); a shorter series is too short to say. 'add' appends the result of a run ('--out' of simulate, load, contacts or regress); so does
    'growthloop regress --record'. FILE is \(defaultFile) if not said.

      --metric NAME         which figure; p50 if not said, or p99, 'landingTap p50', k.cohort
      --independent         measurements are known not to depend on each other: change points by E-divisive
                            means with a permutation test, in a series of any length
      --list                prints the names of all figures that are there, one a line
      --at MOMENT           when, as 2026-11-21 or 2026-11-21T15:00:00Z; of the commit if not said
      --commit ID           of which commit; GROWTHLOOP_COMMIT, or the one that is checked out
      --force               (add) takes a run that was interrupted, or in which the generator was the
                            bottleneck: without it such a run is refused, for its figures speak of less
                            than they say
      --out DIR             writes run.json, summary.txt and report.html into that folder
      --json                prints the series as data

    Example:
      growthloop history results/history/load.jsonl --metric p99
    """

  static let defaultFile = "results/history/measurements.jsonl"

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json", "--list", "--independent", "--force"],
        options: ["--metric", "--at", "--commit", "--out"],
        mostWords: 3))
    if arguments.words.first == "add" { return try add(arguments, on: console) }
    guard arguments.words.count <= 1 else {
      throw UsageError(description: "unexpected argument '\(arguments.words[1])'")
    }
    for option in ["--at", "--commit", "--force"] where arguments.mentions(option) {
      throw UsageError(description: "'\(option)' is for 'history add'")
    }
    let folder = try arguments.resultFolder()
    let file = arguments.words.first ?? defaultFile
    let entries = try HistoryFile(file).read()
    guard !entries.isEmpty else {
      throw UnfitInput(
        description: "'\(file)' has no measurements; 'growthloop history add DIR' adds one")
    }
    let names = Set(entries.flatMap(\.figures.keys)).sorted()
    if arguments.has("--list") { return try list(names, arguments, on: console) }
    let figure = try arguments.one("--metric") ?? "p50"
    let isIndependent = arguments.has("--independent")
    let series = HistorySeries.all(
      of: figure, in: entries,
      method: isIndependent ? .independent(ChangePoints()) : .dependent(LevelShifts()))
    guard !series.isEmpty else { throw UnknownFigure.error(figure, in: file, among: names) }
    let words = arguments.words + ["--metric", figure]
    let command = CommandText(name, words + (isIndependent ? ["--independent"] : [])).description
    let report = HistoryReport(of: figure, series, command: command)
    if let folder {
      try ResultFolder(path: folder).write([
        ("run.json", try report.json()), ("summary.txt", report.text),
      ])
    }
    try console.write(arguments.has("--json") ? try report.json() : report.text)
    return .success
  }

  private static func list(
    _ names: [String], _ arguments: Arguments, on console: any Console
  ) throws -> ExitCode {
    for option in ["--metric", "--independent", "--json", "--out"] where arguments.mentions(option)
    {
      throw UsageError(description: "'\(option)' is about one figure, '--list' about all: say one")
    }
    try console.write(names.map { $0 + "\n" }.joined())
    return .success
  }

  private static func add(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard arguments.words.count >= 2 else {
      throw UsageError(description: "add which result? Name the folder that '--out' wrote")
    }
    for option in ["--metric", "--independent", "--list", "--json", "--out"]
    where arguments.mentions(option) {
      throw UsageError(description: "'\(option)' is not for 'history add'")
    }
    let file = arguments.words.count > 2 ? arguments.words[2] : defaultFile
    let choice = try RecordChoice(file: file, arguments, on: console)
    let text = try ResultFiles(arguments.words[1]).text("run.json")
    if !arguments.has("--force"), let obstacle = try RecordedRun(text).obstacle {
      throw UnfitInput(
        description: "'\(arguments.words[1])' is not added: \(obstacle). Run it again, or add it "
          + "all the same with '--force'")
    }
    try choice.record(text)
    try console.write("added to \(file)\n")
    return .success
  }
}
