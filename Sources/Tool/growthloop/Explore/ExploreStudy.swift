import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel
import Statistics

/// A further question about what a page shows: by the words of a command, or of the page's own.
struct ExploreStudy: Sendable {
  enum Kind: String {
    case measure, glance, sweep, solve, explain, fit, funnel, month, rollout

    /// Whether what it finds takes the place of what is asked.
    var moves: Bool { self == .fit || self == .funnel }
  }

  /// The answer as far as it is known, for the page.
  struct Frame: Encodable {
    let kind: String
    /// The number of the question.
    let number: Int
    let stage: ExploreFrame.Stage
    /// How far it is, in words.
    var progress = ""
    /// A part of a page.
    var html = ""
    /// The command that finds the same.
    var command = ""
    /// The changes that a funnel makes, or an output that was typed, by key.
    var changes: ExploreState.Changes?
    /// What the suggested what-ifs would bring, by name.
    var ideas: [String: String]?
    var failure: String?
  }

  /// The longest funnel that can be pasted, in bytes.
  private static let longestFunnel = 50_000

  /// The greatest number of points of a sweep: more would take minutes.
  private static let mostPoints = 100
  /// The replications of a point: enough to see what is large.
  private static let mostReplications = 4

  let kind: Kind
  let question: ExploreQuestion
  /// The what-ifs that the page suggests.
  let ideas: @Sendable () -> [Idea]
  private let words: [String]

  /// Reads the `study` of a request, with its `words`.
  init(
    _ json: JSONValue, about question: ExploreQuestion,
    suggesting ideas: @escaping @Sendable () -> [Idea] = { [] }
  ) throws(ExploreProblems) {
    let words = json["words"]?.elements ?? []
    let lengths = words.map { $0.word?.utf8.count ?? .max }
    guard let kind = json["study"]?.word.flatMap(Kind.init), words.count <= 20,
      kind == .funnel || lengths.allSatisfy({ $0 <= 2_000 })
    else {
      throw ExploreProblems(
        "this is no study",
        remedy: "write measure, glance, sweep, solve, explain, fit, funnel, month or rollout")
    }
    guard kind != .funnel || lengths.reduce(0, +) <= Self.longestFunnel else {
      throw ExploreProblems(
        "the funnel has more than 50,000 characters", remedy: "write one total for each stage")
    }
    self.kind = kind
    self.words = words.compactMap(\.word)
    self.question = question
    self.ideas = ideas
  }

  /// Calls `send` with ever fuller frames; ends early if the task is cancelled.
  func run(
    _ number: Int, on workers: Workers, after settled: ExploreSettled? = nil,
    _ send: @escaping @Sendable (Frame) -> Void
  ) async {
    @Sendable func running(_ progress: String, _ html: String = "") {
      guard !Task.isCancelled else { return }
      send(
        Frame(kind: kind.rawValue, number: number, stage: .running, progress: progress, html: html))
    }
    do {
      var changes: ExploreState.Changes?
      var ideas: [String: String]?
      let found: (html: String, command: String)?
      switch kind {
      case .measure: found = try await measure(on: workers)
      case .month: found = try await month(on: workers, running)
      case .rollout: found = try await rollout(on: workers, running)
      case .sweep: found = try await sweep(on: workers, running)
      case .solve: found = try await solve(on: workers, running)
      case .explain: found = try explain()
      case .glance:
        let glance = try await glance(on: workers, after: settled)
        (found, ideas) = (glance.map { ($0.html, "") }, glance?.ideas)
      case .fit, .funnel:
        let taken =
          kind == .fit
          ? try await takeOutput(on: workers, running) : try await takeFunnel(on: workers, running)
        (found, changes) = ((taken.html, ""), taken.changes)
      }
      guard let found, !Task.isCancelled else { return }
      send(
        Frame(
          kind: kind.rawValue, number: number, stage: .settled, html: found.html,
          command: found.command, changes: changes, ideas: ideas))
    } catch {
      guard !Task.isCancelled else { return }
      send(Frame(kind: kind.rawValue, number: number, stage: .failed, failure: "\(error)"))
    }
  }

  /// Reads the words as options of a command that shape its answer, and write nothing.
  private func arguments(
    of command: (some RunnableCommand).Type, allowing options: CommandOption...
  ) throws -> Arguments {
    try Arguments(
      recorded: [command.name] + words, in: "the page", of: command.manual, allowing: options)
  }
}

// MARK: What to measure first

extension ExploreStudy {
  private func measure(on workers: Workers) async throws -> (html: String, command: String)? {
    let metric = Metric.all[question.outcome]
    let answer = RankedAnswer(metric.key)
    guard !answer.parameters.isEmpty else { return ("", "") }
    // Some seventy runs: from fewer people it is known while one still looks.
    let ranking = InputRanking(
      of: question.base, seed: question.seed, on: workers,
      in: SmallMarket(largest: Self.peopleOfRanking, usual: Self.peopleOfRanking))
    let isSketch = ranking.factor(for: answer) > 1
    guard let moves = try await ranking.rank(answer) else { return nil }
    let known = question.base.setup.parameters
    func name(_ move: Measured<InputMove>) -> String {
      ExploreControls.label(of: move.parameter) ?? move.parameter
    }
    func sentence(_ move: Measured<InputMove>) -> String {
      let isChance = known.first { $0.name == move.parameter }?.range?.axis?.kind == .chance
      let ends = [move.lowEnd, move.highEnd].map { end in
        isChance ? Double(end).map(ExploreControls.percent) ?? end : end
      }
      let measured = move.measured
      let size = measured.value.map { measured.style.distance($0.magnitude) } ?? "–"
      return
        "between \(ends[0]) and \(ends[1]) the answer moves by \(isSketch ? "about " : "")\(size)."
    }
    guard let first = moves.first else { return ("", "") }
    let guess = moves.first { move in
      move.measured.isSure && known.contains { $0.name == move.parameter && $0.isAssumed }
    }
    let lead =
      guess.map { "\(name($0)). It is a guess: \(sentence($0))" }
      ?? "no guess moves the answer surely. Most rests on \(name(first)): \(sentence(first))"
    let sketched = isSketch ? " A sketch, from fewer people." : ""
    return ([Block.paragraph(lead + sketched)].fragment(id: "m", width: 0), "")
  }

  static let peopleOfRanking = 30_000
}

// MARK: Tornado and heat map

extension ExploreStudy {
  private func sweep(
    on workers: Workers, _ running: (String, String) -> Void
  ) async throws -> (html: String, command: String)? {
    let arguments = try arguments(
      of: SweepCommand.self, allowing: SweepChoice.vary, SweepChoice.oneAtATime)
    let choice = try SweepChoice(arguments, of: question.base.setup.parameters)
    guard choice.sweep.count <= Self.mostPoints else {
      throw UsageError(
        description: "that makes \(choice.sweep.count) points: here \(Self.mostPoints) at most")
    }
    let replications = min(Self.mostReplications, question.replications)
    let sweep = try PreparedSweep(
      choice, of: question.base, metric: question.outcome, seed: question.seed,
      replications: replications, posterior: question.posterior)
    try await fillIn(sweep, on: workers, running)
    let clock = ContinuousClock()
    var shown = clock.now
    let outcome = try await sweep.comparison.run(on: workers) { outcome, _ in
      guard outcome.replications < replications, clock.now - shown >= .milliseconds(300) else {
        return
      }
      let draft = sweep.findings(outcome, command: "", isDraft: true)
      running(
        "\(outcome.replications) of \(replications) replications", fragment(draft.pictures))
      shown = clock.now
    }
    guard !outcome.isPartial else { return nil }
    let command = question.command(
      SweepCommand.name, words + ["--metrics", Metric.all[question.outcome].key],
      replications: replications)
    let findings = sweep.findings(outcome, command: command)
    let all = findings.summary.sections.flatMap(\.blocks)
    return (
      (findings.answer?.fragment ?? "")
        + fragment(findings.pictures + [.disclosure("The numbers", all)]), command
    )
  }

  /// Runs a row of a heat map after the other in one replication, so that it fills in.
  private func fillIn(
    _ sweep: PreparedSweep, on workers: Workers, _ running: (String, String) -> Void
  ) async throws {
    let axes = sweep.choice.sweep.axes
    guard !sweep.choice.sweep.isOneAtATime, axes.count == 2,
      axes.allSatisfy({ $0.keys.count == 1 })
    else { return }
    let sides = axes.map { HeatChart.Side($0.key, $0.steps.map { $0[0] }) }
    var draft = SweepFindings()
    draft.metric = Metric.all[sweep.metric].key
    draft.style = Metric.all[sweep.metric].style
    for row in sides[0].values where !Task.isCancelled {
      let places = sweep.asked.indices.filter { sweep.asked[$0].settings[0].value == row }
      guard !places.isEmpty else { continue }
      var first = Comparison(
        sweep.base.setup, places.map { sweep.points.setups[$0] }, seed: question.seed,
        replications: 1)
      first.stored = sweep.metric
      let outcome = try await first.run(on: workers)
      draft.points += zip(places, outcome.variants).map { place, variant in
        Measured(
          SweepPoint(
            sweep.asked[place].description,
            mean: variant.metrics[sweep.metric].paired.after.mean),
          Measure(nil, in: draft.style))
      }
      let picture = draft.heatBlock(rows: sides[0], columns: sides[1])
      running("One replication", fragment([picture].compactMap(\.self)))
    }
  }

  private func fragment(_ blocks: [Block]) -> String {
    blocks.fragment(id: "t", width: question.state.width, withNumbers: false)
  }
}

// MARK: What would have to be true

extension ExploreStudy {
  private func solve(
    on workers: Workers, _ running: @escaping @Sendable (String, String) -> Void
  ) async throws -> (html: String, command: String)? {
    let replications = max(2, min(2 * Self.mostReplications, question.replications))
    let search = try PreparedSearch(
      try arguments(of: SolveCommand.self, allowing: SolveCommand.target, SolveCommand.vary),
      in: question.base, seed: question.seed, replications: replications,
      posterior: question.posterior)
    let outcome = try await reporting(running) { try await search.run(on: workers, meter: $0) }
    guard !outcome.isPartial else { return nil }
    let command = question.command(SolveCommand.name, words, replications: replications)
    let findings = try search.findings(outcome, command: command)
    let numbers = findings.summary.sections.flatMap(\.blocks)
    return (
      (findings.answer?.fragment ?? "") + fragment([.disclosure("The numbers", numbers)]), command
    )
  }
}

// MARK: What comes next

extension ExploreStudy {
  private static let daysAhead = 30

  /// Finds what the next month brings: the funnel too, which can be held against a pasted one.
  private func month(
    on workers: Workers, _ running: (String, String) -> Void
  ) async throws -> (html: String, command: String)? {
    let days = min(Self.daysAhead, question.base.scenario.days)
    let length = [ScenarioOverride("days", to: "\(days)", option: "")]
    let ahead = ExploreQuestion(
      base: try question.base.changed(by: length),
      whatIfs: [], state: question.state.withoutWhatIfs, outcome: question.outcome,
      seed: question.seed, posterior: question.posterior,
      written: question.written.overlaid(by: length))
    var settled: ExploreSettled?
    var failure: String?
    await ExploreRun(ahead, on: workers).run { frame in
      failure = frame.failure
      running("\(frame.replications) of \(frame.wanted) replications", "")
    } keeping: {
      settled = $0
    }
    if let failure { throw UnfitInput(description: failure) }
    return settled.map { settled in
      let base = settled.base
      let funnel = [base.funnel.map(Block.chart)].compactMap(\.self)
      return ((base.answer?.fragment ?? "") + fragment(funnel), ahead.command)
    }
  }

  /// Judges staged releases of a change by what it does if it is bad, as `growthloop rollout` does.
  private func rollout(
    on workers: Workers, _ running: @escaping @Sendable (String, String) -> Void
  ) async throws -> (html: String, command: String)? {
    let scenario = question.base.scenario
    let usual = scenario.rollout == nil ? PlannedExperiment.failingShares(in: scenario) : nil
    let bad = try words.first.map { try ScenarioChoice.changes(in: $0) } ?? usual.map { [$0] }
    let replications = min(2 * Self.mostReplications, question.replications)
    let command = question.repeatable(
      RolloutCommand.name, about: words,
      options: [
        "--seed", "\(question.seed)", "--replications", "\(replications)", "--ramps",
        "\(Self.ramps)",
      ])
    let stage = try RolloutStudyStage(
      try question.base.changed(
        by: bad.map { PlannedExperiment.rollout(ifBad: $0, option: RolloutCommand.name) } ?? []),
      seed: question.seed, replications: replications, ramps: Self.ramps, workers: workers,
      arguments: [], repetition: { _ in Repetition(command) })
    let found = try await reporting(running) { try await stage.study.run(on: workers, meter: $0) }
    let report = stage.findings(found).report(in: RunFolder("explore", files: []))
    return (report.answer?.fragment ?? "", command.text())
  }

  /// The rollouts of each plan: enough to tell plans apart that differ by much.
  private static let ramps = 500
}

// MARK: What was measured

extension ExploreStudy {
  /// The parameters that the numbers between the stages are, by the question that they answer.
  private static let counted = [
    (question: "invites", parameter: "sharing.recipients"), ("tap", "recipients.tap"),
    ("install", "recipients.install"),
  ]

  /// Reads a funnel as `growthloop init --funnel` does, and fits the sign-ups that it counts.
  private func takeFunnel(
    on workers: Workers, _ running: @escaping @Sendable (String, String) -> Void
  ) async throws -> (html: String, changes: ExploreState.Changes) {
    var product = Product(title: "")
    try product.take(
      funnel: SourceText(name: "funnel", text: words.joined(separator: "\n")),
      called: "a pasted funnel")
    var changes: ExploreState.Changes = [:]
    var sentences: [String] = []
    for (question, parameter) in Self.counted {
      guard let said = product.said[question] else { continue }
      changes[parameter] = product.input(question)
      let name = ExploreControls.label(of: parameter) ?? parameter
      let count = said.of.map { " of \(NumberText.grouped(Double($0)))" } ?? ""
      sentences.append("\(name): \(said.value)\(count).")
    }
    if let signUp = product.output("sign-up") {
      let own = question.base.source.changes.overlaid(by: try ExploredScenario.overrides(changes))
      let fit = try await fit("onboarding.completion", to: signUp, over: own, on: workers, running)
      changes.merge(fit.changes) { $1 }
      sentences += fit.inputs.map { $0.sentence + "." }
    }
    let lead =
      "Taken from the funnel are its rates, and not how many there are. "
      + "\(sentences.joined(separator: " ")) Next month follows under 'What next?'."
    return ([Block.paragraph(lead)].fragment(id: "f", width: 0), changes)
  }

  /// Fits the inputs behind an output that was typed: `KEY=VALUE`, with the key of its control.
  private func takeOutput(
    on workers: Workers, _ running: @escaping @Sendable (String, String) -> Void
  ) async throws -> (html: String, changes: ExploreState.Changes) {
    let halves = words.first?.split(separator: "=", maxSplits: 1).map(String.init) ?? []
    guard halves.count == 2,
      let output = ExploreControls.outputs.first(where: { $0.control == halves[0] })
    else { throw UsageError(description: "no output of a control was typed") }
    let typed = "'\(halves[1].replacing("'", with: "''"))'"
    let fit = try await fit(
      output.metric, to: typed, over: question.base.source.changes, on: workers, running)
    let sentences = fit.inputs.map { $0.sentence + "." }.joined(separator: " ")
    return ([Block.paragraph(sentences)].fragment(id: "f", width: 0), fit.changes)
  }

  /// Fits the scenario with these changes to what was measured of it, and returns what moved.
  ///
  /// Inputs that were changed before are free again: each has a value in what is returned.
  private func fit(
    _ metric: String, to value: String, over changes: [ScenarioOverride], on workers: Workers,
    _ running: @escaping @Sendable (String, String) -> Void
  ) async throws -> (changes: ExploreState.Changes, inputs: [Measured<FittedInput>]) {
    // How many come a day is known, and stays.
    let alone = metric == "members.active" ? "arrivals.seeds" : nil
    let movers = alone.map { [$0] } ?? ObservedOutput.inputs(of: metric).map(\.name)
    let observed = alone.map { "{value: \(value), by: \($0)}" } ?? value
    let wanted = ScenarioOverride("observed", to: "{\(metric): \(observed)}", option: "")
    let own = changes.filter { !movers.contains($0.key) }
    let fit = try await reporting(running) { meter in
      try await FittedScenario(
        quietly: question.base.source.file, changed: own.overlaid(by: [wanted]), on: workers,
        meter: meter)
    }
    let known = own.map { "\($0.key)=\($0.value)" }
    let moved = fit.changes.filter { change in
      change.key != wanted.key && !known.contains("\(change.key)=\(change.value)")
    }
    let fitted = try ChosenScenario(
      quietly: question.base.source.file, changed: fit.changes,
      called: question.base.source.file)
    let freed = changes.filter { movers.contains($0.key) }.compactMap { change in
      fitted.setup.parameters.first { $0.name == change.key }.map { (change.key, $0.value) }
    }
    return (
      Dictionary(freed + moved.map { ($0.key, $0.value) }) { $1 }, fit.inputs
    )
  }

  /// Runs `work`, and says now and then how many replications are done.
  private func reporting<Outcome>(
    _ running: @escaping @Sendable (String, String) -> Void,
    _ work: (ProgressMeter) async throws -> Outcome
  ) async throws -> Outcome {
    let meter = ProgressMeter()
    let report = Task {
      while !Task.isCancelled {
        running("\(NumberText.decimal(meter.current.replications, 0)) replications", "")
        try? await Task.sleep(for: .milliseconds(300))
      }
    }
    defer { report.cancel() }
    return try await work(meter)
  }
}

// MARK: Stories

extension ExploreStudy {
  private func explain() throws -> (html: String, command: String)? {
    let wanted = try ExplainCommand.Wanted(
      arguments(of: ExplainCommand.self, allowing: ExplainCommand.person, ExplainCommand.find))
    let watched = WatchedReplication(question.base.setup.plan, seed: question.seed)
    let circumstances = Circumstances(
      watched, of: question.base,
      repeating: question.repeatable(
        ExplainCommand.name, options: ["--seed", "\(question.seed)"]))
    let findings: ExplanationFindings
    switch wanted {
    case .person(let text):
      let person = try Arguments.number(
        text, of: ExplainCommand.person, in: 0...question.base.people - 1)
      findings = ExplanationFindings(
        try watched.story(of: UInt32(person)), of: watched, circumstances)
    case .people(let query, let limit):
      findings = ExplanationFindings(
        try watched.find(query, limit: limit), query, of: watched, circumstances)
    }
    return findings.isPartial ? nil : (findings.fragment, findings.command)
  }
}
