import ContactTrials
import Experiments
import Foundation
import JSON
import LoadTrials
import Regressions
import Scenarios
import Statistics
import Vocabulary

/// Compares the build at hand with a baseline, by whatever the plan makes happen.
struct RegressWork {
  let options: RegressOptions
  let console: any Console
  let interrupt: Interrupt

  /// What came of it: a report that is written, printed and recorded.
  enum Report {
    case times(RegressReport)
    case growth(GrowthRegressReport)

    var exitCode: ExitCode {
      switch self {
      case .times(let report): report.exitCode
      case .growth(let report): report.exitCode
      }
    }

    func files() throws -> [(name: String, text: String)] {
      switch self {
      case .times(let report): try report.files()
      case .growth(let report): try report.files()
      }
    }

    func json() throws -> String {
      switch self {
      case .times(let report): try report.json()
      case .growth(let report): try report.json()
      }
    }

    var text: String {
      switch self {
      case .times(let report): report.text()
      case .growth(let report): report.text()
      }
    }
  }

  /// `nil` where somebody wanted no more before anything could be compared.
  func run() throws -> Report? {
    if ResultFiles.isFolder(options.file) {
      guard case .result(let before) = try baseline() else {
        throw UsageError(description: "a result is compared with a result: name two folders")
      }
      return try compare(before, try ResultFiles(options.file))
    }
    switch SourceLoader.disk().planKind(options.file) {
    case LoadScenario.Kind.load.rawValue?: return try load()
    case nil: return try growth()
    default: return try contacts()
    }
  }

  private func baseline() throws -> Baseline? {
    try Baseline.read(options.baseline, on: console, until: interrupt)
  }

  private func ownTool() throws -> GrowthloopTool {
    try GrowthloopTool(at: console.tool, called: "this build")
  }

  // MARK: Load

  private func load() throws -> Report? {
    let outcome = try PlanChoice.read(
      options.file, as: LoadScenario.self, with: options.changes)
    if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    var scenario = outcome.value
    guard scenario.target == nil else {
      throw UsageError(
        description: "'\(options.file)' names a target; regress starts the services itself")
    }
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    guard case .tool(let tool) = baseline else {
      return try compareAnew(with: baseline, ["load", options.file])
    }
    if !options.changes("length") { scenario.length = .seconds(4) }
    if !options.changes("warmUp") { scenario.warmUp = .seconds(1) }
    let loads = try BuildLoads(scenario, in: options.dataFolder, on: console)
    let work = work(seed: scenario.seed)
    let rounds = try work.run { build, progress in
      try loads.run(build == .baseline ? tool : own, progress)
    }
    return try report(
      rounds, scenario.title, .load, seed: scenario.seed, tool,
      "Both builds in turn (A B B A), \(options.rounds) rounds. Each run is a fresh service of its "
        + "build over the same\nlinks, for \(DurationText.text(scenario.length)) under the "
        + "generator of this build; a round counts once.")
  }

  private func work(seed: UInt64) -> RoundsWork {
    RoundsWork(
      console: console, rounds: options.rounds, order: Interleaving(seed: seed),
      interrupt: interrupt)
  }

  private func report(
    _ rounds: RoundsOutcome, _ title: String, _ kind: PlanKind, seed: UInt64,
    _ baseline: GrowthloopTool, _ method: String
  ) throws -> Report? {
    guard rounds.finished > 0 else { return nil }
    let choice = FigureChoice(names: options.metrics ?? ["p50"])
    try choice.require(in: rounds.figures)
    let outcome = RegressionOutcome(
      rounds.figures, tolerance: options.timeTolerance, seed: seed
    ) { choice.includes($0, among: rounds.figures) }
    var report = RegressReport(
      command: options.command, title: title, kind: kind, seed: seed,
      baseline: "\(baseline.name), version \(baseline.version)",
      candidate: "this build, version \(Growthloop.version)", method: method, outcome: outcome,
      rounds: rounds.finished, roundsWanted: rounds.wanted)
    let judged = outcome.comparisons.count { $0.call != nil }
    let fewest = RegressionOutcome.fewestRounds(judging: judged)
    if rounds.finished < fewest {
      report.notes.append("\(judged) judged figures need \(fewest) rounds for any call.")
    }
    report.isLimited = rounds.isLimited
    if rounds.limitedRuns > 0 {
      report.notes.append(
        "In \(rounds.limitedRuns) of \(2 * rounds.finished) runs the generator was the bottleneck: "
          + "its own lateness is in the times of both builds,\nand brings a ratio nearer to one. Of "
          + "the last: \(rounds.lastDoubts.joined(separator: ";\n  ")).")
    }
    return .times(report)
  }

  // MARK: Contacts

  private func contacts() throws -> Report? {
    let plan = try PlanChoice.read(options.file, as: ContactPlan.self, with: options.changes).value
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    let words = ["contacts", options.file]
    guard case .tool(let tool) = baseline else { return try compareAnew(with: baseline, words) }
    let rounds = try work(seed: plan.seed).run { build, _ in
      try (build == .baseline ? tool : own).results(
        of: words + options.changeWords, until: interrupt, Reading.init(contacts:))
    }
    return try report(
      rounds, plan.title, .contacts, seed: plan.seed, tool,
      "Both builds in turn (A B B A), \(options.rounds) rounds. Each run is a process of its build "
        + "that works through\nthe same books; a round counts once.")
  }

  // MARK: Growth

  private func growth() throws -> Report? {
    let choice = try ChosenScenario(named: options.file, changed: options.changes, on: console)
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    var words = ["simulate", options.file] + options.changeWords
    switch baseline {
    case .result(let before):
      guard let seed = before.run["seed"]?.amount, let count = before.run["replications"]?.amount
      else { throw unlike(before) }
      words += ["--seed", "\(UInt64(seed))", "--replications", "\(Int(count))"]
      console.show(progress: "this build simulates")
      return try own.results(of: words, until: interrupt) { try growthReport(before, $0) }
    case .tool(let tool):
      words += ["--seed", "\(choice.scenario.seed)"]
      words += ["--replications", "\(options.replications ?? choice.scenario.replications)"]
      console.show(progress: "the baseline simulates")
      let report = try tool.results(of: words, until: interrupt) { before in
        console.show(progress: "this build simulates")
        return try own.results(of: words, until: interrupt) { try growthReport(before, $0) }
      }
      return report.flatMap(\.self)
    }
  }

  private func growthReport(_ before: ResultFiles, _ after: ResultFiles) throws -> Report {
    let metric = try RunOptions.metric(options.metrics?.first ?? Metric.headline[0])
    return .growth(
      try GrowthRegressReport(
        before, after, command: options.command, judging: metric.key,
        tolerance: options.growthTolerance))
  }

  // MARK: Results

  /// Measures this build once, as the result was measured, and compares both.
  private func compareAnew(with baseline: Baseline, _ words: [String]) throws -> Report? {
    guard case .result(let before) = baseline else {
      preconditionFailure("only a result is compared anew")
    }
    console.show(progress: "this build is measured once")
    return try ownTool().results(of: words + options.changeWords, until: interrupt) {
      try compare(before, $0)
    }
  }

  private func compare(_ before: ResultFiles, _ after: ResultFiles) throws -> Report {
    guard let kind = before.kind, kind == after.kind else { throw unlike(before) }
    if kind == .growth { return try growthReport(before, after) }
    let pair = ResultPair(kind: kind, before: before, after: after)
    let figures = try pair.figures()
    let choice = FigureChoice(names: options.metrics ?? ["p50"])
    try choice.require(in: figures)
    let seed = UInt64(after.run["seed"]?.amount ?? 1)
    let outcome = RegressionOutcome(figures, tolerance: options.timeTolerance, seed: seed) {
      choice.includes($0, among: figures)
    }
    let differences = pair.differences
    return .times(
      RegressReport(
        command: options.command, title: after.run["title"]?.word ?? "Two results", kind: kind,
        seed: seed, baseline: before.name, candidate: after.name, method: pair.method,
        outcome: outcome, rounds: 1, roundsWanted: 1, notes: differences,
        isComparable: differences.isEmpty))
  }

  private func unlike(_ files: ResultFiles) -> UnfitInput {
    UnfitInput(
      description: "'\(files.name)' is no result of the same kind: it holds "
        + "\(files.kind.map { "a \($0.rawValue) run" } ?? "nothing that can be compared")")
  }
}
