import ContactTrials
import LoadTrials
import Regressions
import Scenarios
import Vocabulary

extension RegressWork {
  func load() throws -> ComparedBuilds? {
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
      return try compareAnew(with: baseline, of: .load, ["load", options.file])
    }
    if !options.changes("length") { scenario.length = .seconds(4) }
    if !options.changes("warmUp") { scenario.warmUp = .seconds(1) }
    let loads = try BuildLoads(
      scenario, in: options.dataFolder, on: console, until: interrupt)
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

  func work(seed: UInt64) -> RoundsWork {
    RoundsWork(
      console: console, rounds: options.rounds, order: Interleaving(seed: seed),
      interrupt: interrupt, judged: options.figures)
  }

  func report(
    _ rounds: RoundsOutcome, _ title: String, _ kind: PlanKind, seed: UInt64,
    _ baseline: GrowthloopTool, _ method: String
  ) throws -> ComparedBuilds? {
    guard rounds.finished > 0 else { return nil }
    let choice = options.figures
    let outcome = RegressionOutcome(
      rounds.figures, tolerance: options.timeTolerance, seed: seed
    ) { choice.includes($0, among: rounds.figures) }
    var report = RegressReport(
      command: options.command, title: title, kind: kind, seed: seed,
      baseline: "\(baseline.name), version \(baseline.version)",
      candidate: "this build, version \(Growthloop.version)", method: method, outcome: outcome,
      rounds: rounds.finished, roundsWanted: rounds.wanted)
    report.isLimited = rounds.isLimited
    report.notes = notes(on: rounds, judging: outcome.comparisons.count { $0.call != nil })
    return .times(report)
  }

  private func notes(on rounds: RoundsOutcome, judging judged: Int) -> [String] {
    var notes: [String] = []
    let fewest = RegressionOutcome.fewestRounds(judging: judged)
    if rounds.finished < fewest {
      let what = judged == 1 ? "a figure" : "\(judged) figures together"
      notes.append("Any call of \(what) needs \(fewest) rounds.")
    }
    if Machine.build == "debug" {
      notes.append("This is a debug build: only a release build says anything of another.")
    }
    if rounds.limitedRuns > 0 {
      notes.append(
        "In \(rounds.limitedRuns) of \(2 * rounds.finished) runs the generator was the bottleneck: "
          + "its own lateness is in the times of both builds,\nand brings a ratio nearer to one. Of "
          + "the last: \(rounds.lastDoubts.joined(separator: ";\n  ")).")
    }
    return notes
  }

  func contacts() throws -> ComparedBuilds? {
    let plan = try PlanChoice.read(options.file, as: ContactPlan.self, with: options.changes).value
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    let words = ["contacts", options.file]
    guard case .tool(let tool) = baseline else {
      return try compareAnew(with: baseline, of: .contacts, words)
    }
    let rounds = try work(seed: plan.seed).run { build, _ in
      try (build == .baseline ? tool : own).results(
        of: words + options.changeWords, until: interrupt, Reading.init(contacts:))
    }
    return try report(
      rounds, plan.title, .contacts, seed: plan.seed, tool,
      "Both builds in turn (A B B A), \(options.rounds) rounds. Each run is a process of its build "
        + "that works through\nthe same books; a round counts once.")
  }
}
