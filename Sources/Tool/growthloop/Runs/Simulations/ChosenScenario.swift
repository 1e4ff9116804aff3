import Foundation
import GrowthloopDecisions
package import GrowthloopFindings
import GrowthloopModel
package import GrowthloopPlans
package import GrowthloopReports
package import GrowthloopStudies
import Invites
import Profiles
package import SimulationKernel
import Statistics

/// A scenario that a command reads, with the changes of the command line.
package struct ChosenScenario: Sendable {
  package let scenario: GrowthScenario
  package let setup: Setup
  /// The file, or the name of the defaults, with the changes of the command line and of a fit: what
  /// others change of this scenario comes after them.
  package let source: (file: String, changes: [ScenarioOverride])
  /// Whether it says when its first day is.
  let isDated: Bool
  /// The inputs that were fitted to measured outputs; `nil` where none was.
  private(set) var fitted: [Measured<FittedInput>]?

  /// The word for the scenario in which every parameter has its default.
  package static let defaultsName = "defaults"

  /// Reads the file, or the scenario of defaults, and prints its warnings.
  ///
  /// A fit takes seconds: `check` refuses what else is wrong before it, by the scenario as the fit
  /// begins.
  package init(
    named file: String, changed: [ScenarioOverride], called name: String? = nil,
    on console: any Console, quietly: Bool = false, study kinds: Set<GrowthScenario.Kind> = [.loop],
    in command: String = "simulate", beforeFit check: (ChosenScenario) throws -> Void = { _ in }
  ) throws {
    try Self.refuseMistyped(file)
    var (outcome, changed) = (try Self.read(file, changed), changed)
    if !quietly {
      if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
      // What the command uses besides the simulation needs no note.
      let simulated = changed.map(\.key).filter { !SettingUse.uses($0, in: command) }
      for note in SettingUse.notes(on: simulated, in: "simulate") {
        console.complain(note)
      }
    }
    guard kinds.contains(outcome.value.study) else {
      throw UsageError(
        description: "'\(file)' is a study of matching: only 'growthloop simulate' runs it")
    }
    try Self.checkAnswer(of: outcome.value, in: name ?? file)
    var fitted: [Measured<FittedInput>]?
    if !outcome.value.observed.isEmpty {
      let fit = try FittedScenario(
        outcome, of: file, changed: changed, on: console, beforeFit: check)
      (changed, fitted) = (fit.changes, fit.inputs)
      outcome = try Self.read(file, changed)
    }
    self.init(outcome, called: name ?? file, from: (file, changed))
    self.fitted = fitted
  }

  /// Reads the file, or the scenario of defaults, without its warnings.
  package init(
    quietly file: String, changed: [ScenarioOverride], called name: String
  ) throws(DiagnosticList) {
    self.init(try Self.read(file, changed), called: name, from: (file, changed))
  }

  private init(
    _ outcome: ScenarioOutcome<GrowthScenario>, called name: String,
    from source: (file: String, changes: [ScenarioOverride])
  ) {
    self.source = source
    scenario = outcome.value
    isDated = outcome.keys.contains("start")
    setup = Setup(name, outcome.value.plan, parameters: outcome.parametersInUse)
  }

  /// Returns the same scenario with further changes, of what was fitted too.
  func changed(by others: [ScenarioOverride]) throws(DiagnosticList) -> ChosenScenario {
    try ChosenScenario(
      quietly: source.file, changed: source.changes.overlaid(by: others), called: setup.name)
  }

  /// Returns the same scenario with another plan, and so many replications.
  func simulating(_ plan: GrowthPlan, replications: Int) -> ChosenScenario {
    var scenario = scenario
    scenario.replications = replications
    var setup = setup
    setup.plan = plan
    return ChosenScenario(scenario, setup, isDated: isDated, from: source)
  }

  private init(
    _ scenario: GrowthScenario, _ setup: Setup, isDated: Bool,
    from source: (file: String, changes: [ScenarioOverride])
  ) {
    self.scenario = scenario
    self.setup = setup
    self.isDated = isDated
    self.source = source
  }

  static func read(
    _ file: String, _ changes: [ScenarioOverride]
  ) throws(DiagnosticList) -> ScenarioOutcome<GrowthScenario> {
    file == defaultsName
      ? try ScenarioSource.reader.read(defaults, overrides: changes)
      : try ScenarioSource.read(file, with: changes)
  }

  /// - Throws: `DiagnosticList` for an answer that is no metric.
  private static func checkAnswer(of scenario: GrowthScenario, in file: String) throws {
    guard let answer = scenario.answer, Metric.named(answer) == nil else { return }
    let near = Suggestion.phrase(for: answer, among: Metric.all.map(\.key))
    throw DiagnosticList([
      Diagnostic(
        .error, "unknown metric '\(answer)' in 'answer'\(near)",
        at: SourceText(argument: file).range(0..<0))
    ])
  }

  /// The plan of the same people if no one shared or installed more for a reward; `nil` without one.
  var twinWithoutReward: GrowthPlan? {
    guard scenario.behaviour.money != nil, scenario.profile.reward.givesRewards else { return nil }
    var twin = scenario
    twin.behaviour.money?.rewardLift = 0
    twin.behaviour.money?.installLift = 0
    return twin.plan.sharingPast(of: setup.plan)
  }

  /// The size of the market.
  package var people: Int { setup.plan.behaviour.market.people }

  /// Returns the replications that the scenario requests, with its gates.
  ///
  /// `seed` and `replications` override its own.
  package func study(seed: UInt64? = nil, replications: Int? = nil) -> Study {
    let replications = replications ?? scenario.replications
    var study = Study(setup.plan, seed: seed ?? scenario.seed, replications: replications)
    if !scenario.gates.isEmpty {
      study.watch = GateWatch(
        scenario.gates, from: replications,
        to: max(scenario.mostReplications ?? replications, replications))
    }
    return study
  }

  /// Reads a variant: a file with these changes, or changes of the base as KEY=VALUE separated by blanks.
  package init(
    variant word: String, of base: ChosenScenario, changed: [ScenarioOverride],
    on console: any Console
  ) throws {
    guard let own = try Self.checkedChanges(ofVariant: word) else {
      if base.fitted != nil,
        let fitted = try Self.changes(
          of: word, fittedAs: base, changed, on: console)
      {
        try self.init(named: word, changed: fitted, on: console, quietly: true)
      } else {
        try self.init(named: word, changed: changed, on: console)
      }
      return
    }
    let changed = base.source.changes.overlaid(by: own)
    try self.init(
      named: base.source.file, changed: changed, called: word, on: console, quietly: true)
    // Those of the base are printed already.
    let known = Set(try Self.read(base.source.file, base.source.changes).warnings.map { "\($0)" })
    let news = try Self.read(base.source.file, changed).warnings.filter { !known.contains("\($0)") }
    if !news.isEmpty { console.complain("\(DiagnosticList(news))") }
  }

  /// Returns the changes that give a file the inputs which were fitted for `base`, except those that it
  /// has otherwise; `nil` where it observes something else.
  ///
  /// What both observed is the present, which is the base: fitted by itself, a variant would lose what
  /// it changes.
  private static func changes(
    of file: String, fittedAs base: ChosenScenario, _ changed: [ScenarioOverride],
    on console: any Console
  ) throws -> [ScenarioOverride]? {
    let (present, variant) = (try read(base.source.file, changed), try read(file, changed))
    func observed(_ outcome: ScenarioOutcome<GrowthScenario>) -> [String] {
      outcome.value.observed.map { "\($0.name) \($0.value.value) \($0.value.input ?? "")" }
    }
    guard observed(present) == observed(variant) else { return nil }
    if !variant.warnings.isEmpty { console.complain("\(variant.warnings)") }
    let values = Dictionary(
      present.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let own = variant.parameters.filter { $0.value != values[$0.name] }.map(\.name)
    return base.source.changes.filter { change in
      changed.contains { $0.key == change.key }
        || !own.contains { $0 == change.key || $0.hasPrefix("\(change.key).") }
    }
  }

  /// - Throws: `UsageError` for a file that is not there and is nearly the word for the defaults.
  private static func refuseMistyped(_ file: String) throws {
    guard file != defaultsName, Suggestion.nearest(to: file, among: [defaultsName]) != nil,
      !FileManager.default.fileExists(atPath: file)
    else { return }
    throw UsageError(description: "there is no file '\(file)'; did you mean '\(defaultsName)'?")
  }

  /// Reads a variant of `file` with these changes, so that a mistake in it is told before anything is
  /// fitted.
  static func check(
    variant word: String, of file: String, changed: [ScenarioOverride]
  ) throws {
    try refuseMistyped(file)
    if let own = try checkedChanges(ofVariant: word) {
      _ = try read(file, changed.overlaid(by: own))
    } else {
      try refuseMistyped(word)
      _ = try read(word, changed)
    }
  }

  /// Returns the changes that a variant makes to its base; `nil` for one that is a file.
  private static func checkedChanges(ofVariant word: String) throws -> [ScenarioOverride]? {
    do {
      guard let own = try changes(ofVariant: word) else {
        guard
          word.hasSuffix(".yaml") || word.hasSuffix(".yml") || word == defaultsName
            || FileManager.default.fileExists(atPath: word)
        else {
          throw UsageError(
            description: "'\(word)' is not a file; write a change of the base as KEY=VALUE")
        }
        return nil
      }
      try SharedKeys.refuse(own)
      return own
    } catch let mistake as Diagnostic {
      throw UsageError(description: "\(mistake)")
    }
  }

  private static func isChange(_ word: String) -> Bool {
    word.contains("=") && !word.hasSuffix(".yaml") && !word.hasSuffix(".yml")
  }

  /// Returns the changes that a variant makes to its base; `nil` for one that is a file.
  ///
  /// Spaces part them, but for those within brackets: a value may be a mapping or a list.
  package static func changes(ofVariant word: String) throws -> [ScenarioOverride]? {
    guard isChange(word) else { return nil }
    var depth = 0
    let parts = word.split { character in
      switch character {
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      default: break
      }
      return character == " " && depth <= 0
    }
    return try parts.map { try ScenarioOverride(String($0), option: "") }
  }

  /// The differences from the profile and the defaults, with the changes of the command line.
  package var changes: [SettingDifference] {
    guard let outcome = try? ScenarioSource.reader.read(Self.defaults, overrides: []) else {
      preconditionFailure("the defaults are no scenario")
    }
    var plan = outcome.value.plan
    plan.profile = Profile(setup.plan.profile.id)
    // A default that another change brings into use, or out of it, is no change of its own.
    let written = setup.parameters.filter { $0.place != nil }.map(\.name)
    let defaults = outcome.parametersInUse
    let silent = Set((defaults + setup.parameters).map(\.name)).subtracting(written)
    return Setup(Self.defaultsName, plan, parameters: defaults).differences(to: setup)
      .filter { !silent.contains($0.name) }
  }

  private static let defaults = SourceText(
    name: defaultsName,
    text: "title: Rin, with the defaults of every parameter\ntargets: document\n")
}

extension [ScenarioOverride] {
  /// Returns these changes, except where `others` change the same key.
  package func overlaid(by others: [ScenarioOverride]) -> [ScenarioOverride] {
    filter { change in !others.contains { $0.key == change.key } } + others
  }
}

/// The market in which many what-ifs of a larger one are simulated, in the same proportions.
package struct SmallMarket: Sendable {
  /// The people of the largest market that is simulated as it is, and of the one that stands for a
  /// larger.
  private let (largest, usual): (Int, Int)

  package init(largest: Int = 100_000, usual: Int = 50_000) {
    (self.largest, self.usual) = (largest, usual)
  }

  /// Returns how many people one person stands for: one, where the market is no larger, or a metric is
  /// not proportional to it.
  func factor(for metrics: [Metric], in plans: [GrowthPlan]) -> Double {
    guard let people = plans.first?.behaviour.market.people, people > largest, !metrics.isEmpty,
      metrics.allSatisfy({ plans.allSatisfy($0.isProportional) })
    else { return 1 }
    return max(1, Double(people / usual))
  }
}

/// Ranks the inputs of a run by how far they move its answer over their own ranges.
package struct InputRanking {
  package static let none = CommandOption(
    flag: "--no-ranking",
    "leaves out which inputs move the answer most, which takes some 70 runs of its own, and twice as many beside a sure "
      + "difference; a run of fewer than \(fewest) replications has none", shapesResult: true)

  /// A run with fewer replications asks for a quick answer, and not for what it rests on.
  package static let fewest = 16

  private let choice: ChosenScenario
  private let variant: ChosenScenario?
  private let seed: UInt64
  private let workers: Workers
  private let market: SmallMarket

  /// Creates the ranking for a scenario, or for the first variant that is compared with it.
  package init(
    of choice: ChosenScenario, beside variant: ChosenScenario? = nil, seed: UInt64,
    on workers: Workers, in market: SmallMarket = SmallMarket()
  ) {
    self.market = market
    self.choice = choice
    self.variant = variant
    self.seed = seed
    self.workers = workers
  }

  /// Ranks the inputs of finished `findings`, if they have enough replications; after an interrupt
  /// they are partial.
  package func rank(_ findings: inout some RankedFindings, on console: any Console) throws {
    guard !findings.isPartial, findings.replications >= Self.fewest else { return }
    let sure = (findings as? ComparisonFindings)?.sureDifference
    let replications = findings.replications
    guard
      let race = race(
        findings.rankedAnswer, beside: sure.map { InputRace.Compared($0, in: replications) })
    else { return }
    let movements = try Work(console: console, total: race.total).wait { [workers] meter in
      try await race.run(on: workers, meter: meter)
    }
    findings.isPartial = movements == nil
    findings.ranking = movements.map { ranking($0, findings.rankedAnswer, of: replications) }
  }

  /// Ranks the inputs of a scenario alone; `nil` when the task is cancelled.
  func rank(_ answer: RankedAnswer) async throws -> [Measured<InputMove>]? {
    guard let race = race(answer) else { return [] }
    return try await race.run(on: workers).map { ranking($0, answer, of: InputRace.replications) }
  }

  private func race(
    _ answer: RankedAnswer, beside compared: InputRace.Compared? = nil
  ) -> InputRace? {
    guard let place = Metric.place(of: answer.metric) else { return nil }
    let race = InputRace(entries(answer), forMetric: place, seed: seed, beside: compared)
    return race.total > 0 ? race : nil
  }

  /// Returns how many people one person of the ranked market stands for.
  func factor(for answer: RankedAnswer) -> Double {
    let plans = [choice, variant].compactMap { $0?.setup.plan }
    return market.factor(for: [Metric.named(answer.metric)].compactMap(\.self), in: plans)
  }

  private func ranking(
    _ movements: [InputRace.Movement], _ answer: RankedAnswer, of replications: Int
  ) -> [Measured<InputMove>] {
    guard let style = Metric.named(answer.metric)?.style else { return [] }
    let factor = factor(for: answer)
    return movements.map { movement in
      let movement = movement.scaled(by: style == .count ? factor : 1)
      let range = movement.yardstick.range
      return Measured(
        InputMove(
          movement.yardstick.key, from: range.low, to: range.high, isAssumed: range.isAssumed,
          atLow: movement.differences.map { Measure($0.low, in: style) },
          atHigh: movement.differences.map { Measure($0.high, in: style) },
          turningEnd: movement.turn.map { $0.isHigh ? range.high : range.low },
          atTurn: movement.turn.map {
            Measure($0.difference.value, $0.difference, in: style, count: replications)
          }, peoplePerPerson: factor > 1 ? Int(factor) : nil),
        Measure(movement.estimate, in: style))
    }
  }

  /// The parameters that have a range, with the scenario at both ends of it; those that the variant
  /// changes are what is compared.
  private func entries(_ answer: RankedAnswer) -> [InputRace.Entry] {
    let changed = Set(variant.map { choice.setup.differences(to: $0.setup).map(\.name) } ?? [])
    let companions = variant == nil ? [] : answer.companions(of: changed)
    let names = companions.union(answer.parameters).subtracting(changed)
    let parameters = choice.setup.parameters.filter { names.contains($0.name) }
    var yardsticks = FairRanking(of: parameters, ofOneApp: true).yardsticks
    let (cost, most) = RankedAnswer.dismissalCost
    let isFree = choice.setup.parameters.contains { $0.name == cost && Double($0.value) == 0 }
    if isFree, !changed.contains(cost), changed.contains(where: { $0.hasPrefix("prompts.") }) {
      yardsticks.append(FairRanking.supposed(cost, upTo: most))
    }
    let factor = factor(for: answer)
    return yardsticks.compactMap { yardstick in
      guard !Task.isCancelled, let ends = ends(of: choice, yardstick, smallerBy: factor) else {
        return nil
      }
      guard let variant else { return InputRace.Entry(yardstick, ends) }
      return self.ends(of: variant, yardstick, smallerBy: factor).map {
        InputRace.Entry(
          yardstick, ends, variant: $0, isSeeded: companions.contains(yardstick.key))
      }
    }
  }

  private func ends(
    of choice: ChosenScenario, _ yardstick: FairRanking.Yardstick, smallerBy factor: Double
  ) -> InputRace.Ends? {
    var ends = SoundPoints(of: choice.source.file, changed: choice.source.changes)
    ends.addIfSound(yardstick.ends.low)
    ends.addIfSound(yardstick.ends.high)
    guard ends.setups.count == 2 else { return nil }
    let setups = ends.setups.map { end in
      var setup = end.sharingPast(of: self.choice.setup)
      if factor > 1 { setup.plan = setup.plan.smaller(by: factor) }
      return setup
    }
    let value = choice.setup.parameters.first { $0.name == yardstick.key }?.value
    func isBase(_ end: String) -> Bool {
      end == value || Double(end).map { $0 == value.flatMap(Double.init) } ?? false
    }
    return InputRace.Ends(
      low: setups[0], high: setups[1],
      isBase: (isBase(yardstick.range.low), isBase(yardstick.range.high)))
  }
}

/// The error for a scenario without the section that a stage runs.
package enum SectionMissing {
  package static func experiment(in file: String) -> DiagnosticList {
    error(
      "'experiment' is missing: its arms", in: file, "scenarios/experiments/message.yaml",
      "experiment: {arms: {control: {}, other: {recipients: {tap: 44%}}}, metric: conversion.tapped}"
    )
  }

  package static func rollout(in file: String) -> DiagnosticList {
    error(
      "'rollout' is missing: its guardrails and its defect", in: file,
      "scenarios/rollouts/product.yaml",
      "rollout: {guardrails: [{metric: flow.sheetCompletion}], defect: {sharing: {complete: 60%}}}")
  }

  private static func error(
    _ words: String, in file: String, _ example: String, _ written: String
  ) -> DiagnosticList {
    DiagnosticList([
      Diagnostic(
        .error, words, at: SourceText(argument: file).range(0..<0),
        remedy: "write \(written); more: \(example)")
    ])
  }
}

extension Metric {
  /// Returns the metric of that key.
  ///
  /// - Throws: `UsageError` with the nearest keys for a key that no metric has.
  package static func known(_ key: String) throws(UsageError) -> Metric {
    guard let metric = named(key) else { throw UnknownMetric.error(key) }
    return metric
  }
}

/// An error for a key that no metric has.
package enum UnknownMetric {
  package static func error(_ key: String) -> UsageError {
    switch key {
    case "": return UsageError(description: "the key of a metric is empty")
    case "all", "headline":
      return UsageError(
        description: "'\(key)' stands for many metrics: give it to '--metrics', and no other key")
    default:
      let near = Suggestion.phrase(3, for: key, among: Metric.all.map(\.key))
      return UsageError(
        description:
          "unknown metric '\(key)'\(near); 'growthloop simulate --metrics all' has them all"
      )
    }
  }
}
