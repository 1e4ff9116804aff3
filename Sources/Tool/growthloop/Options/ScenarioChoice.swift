import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import Statistics
import Vocabulary

/// The changes of a scenario or plan that the command line requests.
enum ScenarioChoice {
  static let options = [CommandOption.set, .deliberately]

  /// Returns the changes of the options.
  static func changes(_ arguments: Arguments) throws(UsageError) -> [ScenarioOverride] {
    var changes: [ScenarioOverride] = []
    for (option, text) in arguments.all(.set, .deliberately) {
      do throws(Diagnostic) {
        changes.append(
          try ScenarioOverride(
            text, option: option, isDeliberate: option == CommandOption.deliberately.name))
      } catch {
        throw UsageError(
          description: "'\(option) \(text)' must be KEY=VALUE, such as market.people=10k")
      }
    }
    return changes
  }

  /// Returns the changes of a word of the command line, KEY=VALUE separated by blanks.
  static func changes(in word: String) throws -> [ScenarioOverride] {
    do {
      if let changes = try ChosenScenario.changes(ofVariant: word), !changes.isEmpty {
        return changes
      }
    } catch let mistake as Diagnostic {
      throw UsageError(description: "\(mistake)")
    }
    throw UsageError(
      description: "'\(word)' is no change: write KEY=VALUE, such as recipients.tap=44%")
  }

  /// Returns the changes of a plan, with the seed of the command line among them.
  static func planChanges(_ arguments: Arguments) throws -> [ScenarioOverride] {
    let seed = try arguments.seed().map(override)
    return try changes(arguments) + [seed].compactMap(\.self)
  }

  /// Returns the change that `--seed` makes.
  static func override(_ seed: UInt64) -> ScenarioOverride {
    ScenarioOverride("seed", to: "\(seed)", option: CommandOption.seed.name)
  }
}

/// The required width of an interval, from the command line or else from the scenario.
struct PrecisionChoice {
  static let until = CommandOption(
    "--until", "METRIC=W",
    "ends as soon as the interval of that metric is no wider than ± W, such as k.cohort=0.01, or =2% of "
      + "the mean, after at least ten replications (default: the scenario's precision)",
    shapesResult: true, completion: .keys { Metric.all.map(\.key) })

  let stop: Study.Stop?
  /// Whether the command line requests it.
  let isAsked: Bool

  init(_ arguments: Arguments, of choice: ChosenScenario) throws {
    if let text = try arguments.one(Self.until) {
      stop = try Self.stop(text)
      isAsked = true
    } else {
      stop = try choice.scenario.precision.map { try Self.stop($0, of: choice.setup.name) }
      isAsked = false
    }
  }

  private static func stop(_ precision: Precision, of scenario: String) throws -> Study.Stop {
    guard let metric = Metric.named(precision.metric) else {
      let near = Suggestion.phrase(for: precision.metric, among: Metric.all.map(\.key))
      throw DiagnosticList([
        Diagnostic(
          .error, "unknown metric '\(precision.metric)' in 'precision.metric'\(near)",
          at: SourceText(argument: scenario).range(0..<0))
      ])
    }
    switch precision.width {
    case .halfWidth(let width): return .init(metric: metric.key, target: .halfWidth(width))
    case .share(let share): return .init(metric: metric.key, target: .relativeHalfWidth(share))
    }
  }

  /// Reads METRIC=W, where W is a number or a proportion of the mean.
  static func stop(_ text: String) throws -> Study.Stop {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError(
        description: "'--until \(text)' must be METRIC=WIDTH, such as k.cohort=0.01 or k.cohort=2%")
    }
    let metric = try Metric.known(String(parts[0]))
    guard let width = ValueText.share(parts[1]), width > 0 else {
      throw UsageError(
        description: "'--until \(text)' must name half a width above 0, such as 0.01 or 2%")
    }
    return Study.Stop(
      metric: metric.key,
      target: parts[1].hasSuffix("%") ? .relativeHalfWidth(width) : .halfWidth(width))
  }
}

/// The options that name a history, and the moment and commit of its record.
enum RecordChoice {
  static let file = CommandOption(
    "--record", "FILE",
    "appends the figures of this build to a history, such as results/history/load.jsonl",
    completion: .file)
  static let at = CommandOption(
    "--at", "MOMENT",
    "the moment of the record, as 2026-11-21 or 2026-11-21T15:00:00Z (default: that of the commit)")
  static let commit = CommandOption(
    "--commit", "ID",
    "the commit of the record (default: GROWTHLOOP_COMMIT, or the one that is checked out)")
  static let options = [file, at, commit]

  /// Returns the history of `--record`; `nil` without it.
  static func read(_ arguments: Arguments, on console: any Console) throws -> HistoryRecorder? {
    guard let file = try arguments.one(file) else {
      if let option = arguments.first(of: [at, commit]) {
        throw UsageError(description: "'\(option)' is for '\(self.file)'")
      }
      return nil
    }
    return try recorder(of: file, arguments, on: console)
  }

  /// Returns the history of `file`.
  static func recorder(
    of file: String, _ arguments: Arguments, on console: any Console
  ) throws -> HistoryRecorder {
    try HistoryRecorder(
      file: file, at: arguments.one(at),
      commit: arguments.one(commit) ?? console.variable("GROWTHLOOP_COMMIT"))
  }
}

/// The options of a comparison of builds.
enum RegressOptions {
  static let baseline = CommandOption(
    "--baseline", "BUILD",
    "another executable, the folder of a result, a git revision, or the address of a service beside the "
      + "target of the plan",
    shapesResult: true, completion: .file)
  private static let target = CommandOption(
    "--target", "URL", "(load) the service that is compared with the one at '--baseline URL'",
    shapesResult: true)
  private static let remote = CommandOption(
    flag: "--allow-remote", "allows addresses that are not this machine", shapesResult: true)
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
    [baseline, target, remote, metrics, tolerance, replications, rounds] + [
      CommandOption.set.meaning(
        "changes one key of the plan; may be repeated. A load run is 4s long, of which the first "
          + "second (a quarter of less) is warm-up, unless length and warmUp are set here"),
      .deliberately, .data,
      .out("run.json, rounds.csv, junit.xml, metrics.prom, summary.md and report.html"),
    ] + RecordChoice.options + [.json, selfCheck, trials]

  static func read(_ arguments: Arguments) throws -> RegressRequest {
    guard let file = arguments.words.first else {
      throw UsageError(
        description: "missing PLAN: name a file, such as scenarios/load/resolve-200ms.yaml")
    }
    guard let baseline = try arguments.one(baseline) else {
      throw UsageError(
        description:
          "missing '--baseline': an executable, the folder of a result, a git revision, or an address"
      )
    }
    var request = RegressRequest(file: file, baseline: baseline, command: "")
    request.changes = try ScenarioChoice.changes(arguments)
    if let target = try arguments.one(target) {
      request.changes.append(ScenarioOverride("target", to: target, option: Self.target.name))
    }
    request.allowsRemote = arguments.has(remote)
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

  static func share(_ text: String) throws -> Double {
    guard let number = ValueText.share(text), number >= 0, number <= 10 else {
      throw UsageError(
        description: "'\(tolerance)' must be a share such as 5% or 0.05, not '\(text)'")
    }
    return number
  }
}
