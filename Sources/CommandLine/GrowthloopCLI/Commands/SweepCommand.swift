import Experiments
import Scenarios

/// Runs a scenario with many values of its settings.
enum SweepCommand: Command {
  static let name = "sweep"
  static let summary = "tries many values of settings and ranks these by what they move"
  static let help = """
    growthloop sweep [FILE] --vary KEY=A,B,C [--vary …] [options]

    Runs the scenario at every combination of the values, all under the same luck, and prints one metric
    at each, its difference from the scenario as it stands with a 95% interval over pairs, and the
    settings ranked by how far they move it. A value with commas of its own stands in brackets: [a, b].

      --vary KEY=A,B,…      a setting or parameter, and the values to try; may be repeated
      --one-at-a-time       changes one of them at a time, in place of all combinations
      --metric METRIC       which metric ranks them (k.cohort)
      --metrics P,P,…       the metrics whose keys begin so, such as 'credit', in one table beside it
    \(ScenarioChoice.help)
    \(RunOptions.help)

    Example:
      growthloop sweep --vary prompts.lifetimeMax=1,3,5 --vary sharing.visit=1%,4% --one-at-a-time
      growthloop sweep scenarios/matching-by-looks.yaml --vary deferred.matcher=dub,branch,adjust \\
        --metrics credit.rightShare,credit.wrongShare,credit.lostShare,credit.stolenShare
    """

  /// More would run for days, and the table of them be read by nobody.
  private static let mostPoints = 10_000

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let words = Array(arguments)
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json", "--one-at-a-time"],
        options: ScenarioChoice.options + RunOptions.options + ["--vary", "--metric", "--metrics"],
        mostWords: 1))
    let sweep = try self.sweep(arguments)
    let options = try RunOptions(arguments)
    let metric = try RunOptions.metric(arguments.one("--metric") ?? "k.cohort")
    let beside = arguments.all("--metrics").isEmpty ? [] : try MetricChoice(arguments).places
    let changes = try ScenarioChoice.changes(arguments)
    let file = arguments.words.first ?? ChosenScenario.defaultsName
    let base = try ChosenScenario(named: file, changed: changes, on: console)
    let points = try sweep.points.map { point in
      try ChosenScenario(
        named: file, changed: changes.overlaid(by: point.overrides()), called: point.description,
        on: console,
        quietly: true
      ).setup
    }
    let comparison = Comparison(
      base.setup, points, seed: options.seed ?? base.scenario.seed,
      replications: options.replications ?? base.scenario.replications)
    let command = CommandText(
      name,
      arguments.words
        + arguments.all("--vary").flatMap { [$0.option, $0.value] }
        + (sweep.isOneAtATime ? ["--one-at-a-time"] : []) + ["--metric", metric.key]
        + (try arguments.one("--metrics").map { ["--metrics", $0] } ?? [])
        + CommandText.changes(arguments)
        + ["--seed", "\(comparison.seed)", "--replications", "\(comparison.replications)"])
    let work = Work(console: console, total: comparison.total)
    let (outcome, about) = try work.timed(words, options.workers) { meter in
      try await comparison.run(on: options.workers, meter: meter)
    }

    let report = SweepReport(
      outcome, over: sweep, metric: Metric.place(of: metric.key) ?? 0, beside: beside,
      of: base, command: command.description)
    if let folder = options.folder {
      try ResultFolder(path: folder).write([
        ("run.json", try report.json()), ("points.csv", report.csv.description),
        ("beside.csv", report.besideCSV.description),
        ("tornado.csv", report.tornadoCSV.description),
        ("differences.csv", outcome.differencesCSV.description),
        ("summary.md", report.text(isMarkdown: true)), ("about.json", try about.json()),
      ])
    }
    try console.write(options.isJSON ? try report.json() : report.text())
    return outcome.isPartial ? .interrupted : .success
  }

  private static func sweep(_ arguments: Arguments) throws -> Sweep {
    let axes = try arguments.all("--vary").map { _, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError(
          description: "'--vary \(text)' must be KEY=A,B,C, such as prompts.lifetimeMax=1,3,5")
      }
      let values = Self.values(parts[1])
      guard !values.contains(""), Set(values).count == values.count else {
        throw UsageError(
          description: "'--vary \(text)' must name different values, none of them empty")
      }
      return Sweep.Axis(String(parts[0]), values)
    }
    guard !axes.isEmpty else {
      throw UsageError(
        description: "sweep over what? Name it by --vary: --vary prompts.lifetimeMax=1,3,5")
    }
    guard Set(axes.map(\.key)).count == axes.count else {
      throw UsageError(description: "each '--vary' must name another key")
    }
    let sweep = Sweep(axes, oneAtATime: arguments.has("--one-at-a-time"))
    guard sweep.count <= mostPoints else {
      throw UsageError(
        description: "that makes more than \(mostPoints) combinations; try '--one-at-a-time'")
    }
    return sweep
  }

  /// The values between commas that stand in no bracket.
  private static func values(_ text: Substring) -> [String] {
    var values = [""]
    var depth = 0
    for character in text {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      if character == ",", depth <= 0 {
        values.append("")
      } else {
        values[values.count - 1].append(character)
      }
    }
    return values
  }
}

extension Sweep.Point {
  /// The point as changes of a scenario.
  fileprivate func overrides() throws -> [ScenarioOverride] {
    let changes = try settings.map {
      try ScenarioOverride("\($0.key)=\($0.value)", option: "--vary")
    }
    try SharedKeys.refuse(changes)
    return changes
  }
}
