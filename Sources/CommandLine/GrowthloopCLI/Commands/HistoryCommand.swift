import Experiments
import Foundation
import Regressions

/// Shows how figures went over time, and where they stepped.
enum HistoryCommand: Command {
  static let name = "history"
  static let summary =
    "draws how a figure went over time, and dates the steps that luck does not explain"
  static let help = """
    growthloop history [FILE] [--metric NAME] [--out DIR] [--json]
    growthloop history [FILE] --list
    growthloop history add RUN_DIR [FILE] [--at MOMENT] [--commit ID]

    Reads measurements, one a line, and draws those of one figure, a series for each machine and plan.
    Steps are change points by E-divisive means with a permutation test: noise gives one in a hundred
    series. 'add' appends the result of a run ('--out' of simulate, load, contacts or regress); so does
    'growthloop regress --record'. FILE is \(defaultFile) if not said.

      --metric NAME         which figure; p50 if not said, or p99, 'landingTap p50', k.cohort
      --list                prints the names of all figures that are there, one a line
      --at MOMENT           when, as 2026-11-21 or 2026-11-21T15:00:00Z; of the commit if not said
      --commit ID           of which commit; GROWTHLOOP_COMMIT, or the one that is checked out
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
        flags: ["--json", "--list"], options: ["--metric", "--at", "--commit", "--out"],
        mostWords: 3))
    if arguments.words.first == "add" { return try add(arguments, on: console) }
    guard arguments.words.count <= 1 else {
      throw UsageError(description: "unexpected argument '\(arguments.words[1])'")
    }
    for option in ["--at", "--commit"] where arguments.mentions(option) {
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
    let series = HistorySeries.all(of: figure, in: entries)
    guard !series.isEmpty else { throw UnknownFigure.error(figure, in: file, among: names) }
    let command = CommandText(name, arguments.words + ["--metric", figure]).description
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
    for option in ["--metric", "--json", "--out"] where arguments.mentions(option) {
      throw UsageError(description: "'\(option)' is about one figure, '--list' about all: say one")
    }
    try console.write(names.map { $0 + "\n" }.joined())
    return .success
  }

  private static func add(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard arguments.words.count >= 2 else {
      throw UsageError(description: "add which result? Name the folder that '--out' wrote")
    }
    for option in ["--metric", "--list", "--json", "--out"] where arguments.mentions(option) {
      throw UsageError(description: "'\(option)' is not for 'history add'")
    }
    let file = arguments.words.count > 2 ? arguments.words[2] : defaultFile
    let choice = try RecordChoice(file: file, arguments, on: console)
    try choice.record(try ResultFiles(arguments.words[1]).text("run.json"))
    try console.write("added to \(file)\n")
    return .success
  }
}
