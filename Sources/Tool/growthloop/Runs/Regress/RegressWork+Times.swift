import GrowthloopContacts
import GrowthloopLoadGenerator
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import Vocabulary

extension RegressWork {
  func load() throws -> RegressFindings? {
    var changes = request.changes
    // The plan's own warm-up may be longer than a run here.
    if !request.changes("warmUp") {
      changes.append(ScenarioOverride("warmUp", to: "0s", option: "warmUp"))
    }
    var scenario = try PlanChoice.read(
      request.file, as: LoadScenario.self, with: changes, on: console)
    if !request.changes("length") { scenario.length = .seconds(4) }
    if !request.changes("warmUp") {
      scenario.warmUp = min(.seconds(1), .milliseconds(scenario.length.milliseconds / 4))
    }
    try request.figures.requirePercentiles()
    guard scenario.target == nil else {
      throw UsageError(
        description: "'\(request.file)' names a target; regress starts the services itself")
    }
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    guard case .tool(let tool) = baseline else {
      return try compareAnew(with: baseline, of: "load", ["load", request.file])
    }
    let loads = try BuildLoads(
      scenario, in: request.dataFolder, on: console, until: interrupt)
    let work = work(seed: scenario.seed)
    let rounds = try work.run { build, progress in
      try loads.run(build == .baseline ? tool : own, progress)
    }
    return try report(
      rounds, scenario.title, "load", seed: scenario.seed, tool,
      "Both builds in turn (A B B A), \(request.rounds) rounds. Each run is a fresh service of its "
        + "build over the same\nlinks, for \(DurationText.text(scenario.length)) under the "
        + "generator of this build; a round counts once.")
  }

  func work(seed: UInt64) -> RoundsWork {
    RoundsWork(
      console: console, rounds: request.rounds, order: Interleaving(seed: seed),
      interrupt: interrupt, judged: request.figures)
  }

  func report(
    _ rounds: RoundsOutcome, _ title: String, _ plan: String, seed: UInt64,
    _ baseline: GrowthloopTool, _ method: String
  ) throws -> RegressFindings? {
    guard rounds.finished > 0 else { return nil }
    let choice = request.figures
    let outcome = RegressionOutcome(
      rounds.figures, tolerance: request.timeTolerance, seed: seed
    ) { choice.includes($0, among: rounds.figures) }
    var times = RegressFindings.Times()
    times.seed = seed
    times.method = method
    (times.rounds, times.roundsWanted) = (rounds.finished, rounds.wanted)
    times.notes = notes(on: rounds, judging: outcome.comparisons.count { $0.call != nil })
    times.reason = rounds.isLimited ? .generatorLimited : nil
    return RegressFindings(
      outcome, times, of: plan, title: title, "\(baseline.name), version \(baseline.version)",
      "this build, version \(ToolVersion.current)", command: request.command)
  }

  private func notes(on rounds: RoundsOutcome, judging judged: Int) -> [String] {
    var notes: [String] = []
    let fewest = RegressionOutcome.fewestRounds(judging: judged)
    if rounds.finished < fewest {
      let what = judged == 1 ? "a figure" : "\(judged) figures together"
      notes.append("Any call of \(what) needs \(fewest) rounds.")
    }
    if Machine.build == "debug" {
      notes.append("This is a debug build: compare release builds ('make run').")
    }
    if rounds.limitedRuns > 0 {
      notes.append(
        "In \(rounds.limitedRuns) of \(2 * rounds.finished) runs the generator was the bottleneck: "
          + "its own lateness is in the times of both builds,\nand brings a ratio nearer to one. Of "
          + "the last: \(rounds.lastDoubts.joined(separator: ";\n  ")).")
    }
    return notes
  }

  func contacts() throws -> RegressFindings? {
    let plan = try PlanChoice.read(request.file, as: ContactPlan.self, with: request.changes).value
    try request.figures.requirePercentiles()
    let own = try ownTool()
    guard let baseline = try baseline() else { return nil }
    let words = ["contacts", request.file]
    guard case .tool(let tool) = baseline else {
      return try compareAnew(with: baseline, of: "contacts", words)
    }
    let rounds = try work(seed: plan.seed).run { build, _ in
      try (build == .baseline ? tool : own).results(
        of: words + request.changeWords, until: interrupt, Reading.init(contacts:))
    }
    return try report(
      rounds, plan.title, "contacts", seed: plan.seed, tool,
      "Both builds in turn (A B B A), \(request.rounds) rounds. Each run is a process of its build "
        + "that works through\nthe same books; a round counts once.")
  }
}
