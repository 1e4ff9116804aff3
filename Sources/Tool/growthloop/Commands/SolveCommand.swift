import GrowthloopFindings
import GrowthloopStudies
import GrowthloopReports
import GrowthloopPlans
import SimulationKernel
import Statistics
import Vocabulary

/// Searches the nearest values of parameters at which a metric has a target.
enum SolveCommand: RunnableCommand {
  static let name = "solve"
  static let summary = "says what would have to be true for a metric to reach a target"
  static let manual = Manual(
    "solve [FILE] --target METRIC=VALUE [--vary KEY,…] [options]",
    about: """
      Searches the values of the parameters, within their ranges, at which the metric has the target, and
      prints the nearest: each parameter's distance is in half ranges, on a scale of ratios, for chances of
      odds. A range is what the parameter's sources give, or half to double where it is assumed. It prints
      what each parameter would need alone, and the frontier over the two that move most. The replications
      double until the interval of the answer is narrow, and as many with fresh random numbers decide
      whether the target is reached. A target out of reach is said to be so, with the nearest.
      Ctrl-C keeps what was found, and ends with code 130.
      """,
    words: [CommandWord("FILE")],
    options: ScenarioChoice.options + [
      target, vary, PosteriorDraws.option, .seed, replications, .workers,
      .out("run.json, CSV files, summary.md, report.html and about.json"), .json, .assumptions,
    ],
    examples:
      "growthloop solve scenarios/rin-baseline.yaml --target k.month=0.1 --vary sharing.visit,recipients.tap,recipients.install"
  )

  static let target = CommandOption(
    "--target", "METRIC=VALUE",
    "the metric, and the value that it should have, such as k.cohort=0.3; a value alone is of the "
      + "scenario's answer (default: \(RankedAnswer.usual))", shapesResult: true,
    completion: .keys { Metric.all.map(\.key) })
  static let vary = CommandOption(
    "--vary", "KEY,KEY,…",
    "the parameters that may change, each within its range, or within one that is given, as in "
      + "recipients.tap=20%:60%; may be repeated (default: those of the loop that the metric is computed "
      + "through). "
      + VariedParameters.words, shapesResult: true, completion: CommandOption.set.completion)
  private static let replications = CommandOption(
    "--replications", "N",
    "number of replications at the base, and the least at the answer, which takes up to "
      + "\(SolverEffort.mostTimes) times as many (default: the scenario's)", shapesResult: true)

  /// The limit of parameters: each takes some dozen points.
  private static let mostParameters = 40

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let delivery = try Delivery(arguments, of: [SolveFindings.self])
    let workers = Workers(try arguments.workers())
    let file = arguments.words.first ?? ChosenScenario.defaultsName
    let base = try ChosenScenario(
      named: file, changed: ScenarioChoice.changes(arguments), on: console,
      beforeFit: { _ = try Goal(arguments, in: $0) })
    let search = try PreparedSearch(
      arguments, in: base, seed: arguments.seed() ?? base.scenario.seed,
      replications: try arguments.number(replications, in: 2...PartFolders.most)
        ?? base.scenario.replications,
      posterior: try PosteriorDraws(arguments, on: console))
    let command = ChangeableCommand(
      name, arguments, seed: search.trial.seed, replications: search.trial.replications)
    let (outcome, about) = try Work(console: console, total: 0).timed(
      arguments.written, workers, simulating: [base.setup.plan]
    ) { meter in
      try await search.run(on: workers, meter: meter)
    }
    let findings = try search.findings(outcome, command: command.text())
    try delivery.deliver(
      findings, findings.files + [about], as: findings.summary, on: console)
    return ExitCode(of: findings)
  }
}

extension SolveCommand {
  /// The target with the parameters that may change.
  fileprivate struct Goal {
    let metric: Int
    let value: Double
    let axes: [SolverAxis]

    /// - Throws: `UsageError` with every mistake in the options.
    init(_ arguments: Arguments, in base: ChosenScenario) throws {
      let setup = base.setup
      var mistakes: [String] = []
      func attempt<Value>(_ read: () throws -> Value) rethrows -> Value? {
        do { return try read() } catch let mistake as UsageError {
          mistakes.append(mistake.description)
          return nil
        }
      }
      let usual = base.scenario.answer ?? RankedAnswer.usual
      let target = try attempt { try Self.target(arguments, usual) }
      var parameters: [Parameter] = []
      let words = arguments.all(vary).flatMap {
        $0.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let varied = VariedParameters(parameters: setup.parameters)
      if words.isEmpty, let target {
        parameters = Self.behind(Metric.all[target.0].key, in: setup)
        if parameters.isEmpty {
          mistakes.append("missing --vary: --vary sharing.visit,recipients.tap")
        }
      }
      var given: [String: ParameterAxis] = [:]
      for word in words {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        let named = try attempt { try varied.named(parts.first ?? word) } ?? []
        if parts.count == 2, let parameter = named.first {
          given[parameter.name] = try attempt { try Self.range(parts[1], of: named, word) }
        }
        for parameter in named where !parameters.contains(where: { $0.name == parameter.name }) {
          parameters.append(parameter)
        }
      }
      if parameters.count > mostParameters {
        mistakes.append(
          "'\(vary)' names \(parameters.count) parameters: name at most \(mostParameters), such as those that 'growthloop sweep --vary all' ranks first"
        )
      }
      guard mistakes.isEmpty, let target else {
        throw UsageError(description: mistakes.joined(separator: "\n"))
      }
      (metric, value) = target
      axes = parameters.compactMap { parameter in
        (given[parameter.name] ?? parameter.range?.axis).map { SolverAxis(parameter.name, $0) }
      }
    }

    /// Returns the axis of one parameter between the ends that the command line gives, and to its value
    /// where that lies outside of them.
    private static func range(
      _ text: String, of parameters: [Parameter], _ word: String
    ) throws(UsageError) -> ParameterAxis {
      let ends = text.split(separator: ":").map { text in
        ValueText.share(String(text)) ?? ValueText.real(String(text))
      }
      guard parameters.count == 1, let axis = parameters[0].range?.axis, axis.kind != .time,
        ends.count == 2, let low = ends[0], let high = ends[1], low < high, low >= 0,
        axis.kind == .number || high <= 1
      else {
        throw UsageError(
          description:
            "'\(SolveCommand.vary) \(word)' must be a share or a number with two ends, the lower one "
            + "first, such as recipients.tap=20%:60%")
      }
      return ParameterAxis(
        axis.kind, at: axis.value, within: min(low, axis.value)...max(high, axis.value),
        spell: axis.spell)
    }

    /// The parameters of the loop that the metric is computed through, where they have a range.
    private static func behind(_ metric: String, in setup: Setup) -> [Parameter] {
      let names = RankedAnswer(metric).parameters
      return setup.parameters.filter { names.contains($0.name) && $0.range?.axis != nil }
    }

    private static func target(
      _ arguments: Arguments, _ usual: String
    ) throws -> (Int, Double) {
      guard let text = try arguments.one(SolveCommand.target) else {
        throw UsageError(description: "missing --target: --target k.cohort=0.5")
      }
      let isValue = ValueText.share(text) != nil || ValueText.real(text) != nil
      let parts = (isValue ? "\(usual)=\(text)" : text)
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let metric = try Metric.known(String(parts[0]))
      guard let place = Metric.place(of: metric.key), parts.count == 2,
        let value = ValueText.share(String(parts[1])) ?? ValueText.real(String(parts[1]))
      else {
        throw UsageError(
          description: "'\(SolveCommand.target) \(text)' must be METRIC=VALUE, such as k.month=0.5"
            + (text.contains("=.") ? ": write \(text.replacing("=.", with: "=0."))" : ""))
      }
      if metric.style == .share, !(0...1).contains(value) {
        throw UsageError(
          description:
            "\(metric.key) is a share, and is never \(parts[1]): write 30% or 0.3")
      }
      guard value >= 0 else {
        throw UsageError(
          description:
            "\(metric.key) is never below 0: '\(SolveCommand.target)' cannot be \(parts[1])")
      }
      return (place, value)
    }
  }
}

/// A search that is ready to run, by the options of `solve`.
struct PreparedSearch: Sendable {
  let base: ChosenScenario
  let trial: SolverTrial
  private let axes: [SolverAxis]
  private let target: Double

  /// - Throws: `UsageError` with every mistake in the options.
  init(
    _ arguments: Arguments, in base: ChosenScenario, seed: UInt64, replications: Int,
    posterior: PosteriorDraws? = nil
  ) throws {
    let goal = try SolveCommand.Goal(arguments, in: base)
    let (axes, (file, changes)) = (goal.axes, base.source)
    self.base = base
    self.axes = axes
    target = goal.value
    trial = SolverTrial(metric: goal.metric, seed: seed, replications: replications) { point in
      var setup = try Self.setup(of: point, on: axes, file, changes)?.sharingPast(of: base.setup)
      if let posterior, setup != nil {
        setup?.draws = try posterior.plans(
          of: file, changed: changes.overlaid(by: Self.overrides(point, on: axes)),
          atMost: replications)
      }
      return setup
    }
  }

  /// Searches; after a cancellation the outcome is partial.
  func run(on workers: Workers, meter: ProgressMeter) async throws -> SolverOutcome {
    try await Solver(
      axes, target: target, people: trial.people(over: axes),
      evaluate: trial.evaluation(on: workers, meter: meter)
    ).solve()
  }

  func findings(_ outcome: SolverOutcome, command: String) throws -> SolveFindings {
    let solver = Solver(axes, target: target) { _, _ in [] }
    var findings = SolveFindings(
      outcome, of: solver, by: trial, in: base.scenario, setup: base.setup, command: command)
    if let nearest = outcome.answer ?? outcome.closest {
      findings.remarks = try Self.remarks(
        on: nearest, axes, base.source.file, base.source.changes, base.setup)
    }
    return findings
  }

  private static func overrides(
    _ point: SolverPoint, on axes: [SolverAxis]
  ) -> [ScenarioOverride] {
    zip(axes, point.values).map {
      ScenarioOverride($0.key, to: $1, option: "\(SolveCommand.vary) \($0.key)")
    }
  }

  /// Returns the setup of a point; `nil` where its values contradict each other.
  private static func setup(
    of point: SolverPoint, on axes: [SolverAxis], _ file: String, _ changes: [ScenarioOverride]
  ) throws -> Setup? {
    let own = overrides(point, on: axes)
    let name = zip(axes, point.values).map { "\($0.key)=\($1)" }.joined(separator: " ")
    do {
      let chosen = try ChosenScenario(
        quietly: file, changed: changes.overlaid(by: own), called: name)
      return chosen.setup
    } catch {
      guard error.contradictions.isEmpty else { return nil }
      throw error
    }
  }

  private static func remarks(
    on point: SolverPoint, _ axes: [SolverAxis], _ file: String, _ changes: [ScenarioOverride],
    _ base: Setup
  ) throws -> [String] {
    var setup = try setup(of: point, on: axes, file, changes)
    setup?.name = "The nearest point"
    let remedy = "Leave one of the two out of '\(SolveCommand.vary)' to stay with the source."
    return [setup.flatMap { SharedClicks.remark(on: [$0], besides: base, remedy: remedy) }]
      .compactMap(\.self)
  }
}
