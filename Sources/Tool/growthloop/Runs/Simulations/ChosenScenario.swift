import GrowthloopDecisions
package import GrowthloopFindings
package import GrowthloopStudies
import Foundation
import GrowthloopModel
import Profiles
package import GrowthloopPlans
package import GrowthloopReports

/// A scenario that a command reads, with the changes of the command line.
package struct ChosenScenario {
  package let scenario: GrowthScenario
  package let setup: Setup
  /// The file, or the name of the defaults, with the changes of the command line.
  let source: (file: String, changes: [ScenarioOverride])

  /// The word for the scenario in which every parameter has its default.
  package static let defaultsName = "defaults"

  /// Reads the file, or the scenario of defaults, and prints its warnings.
  package init(
    named file: String, changed: [ScenarioOverride], called name: String? = nil,
    on console: any Console, quietly: Bool = false, study kinds: Set<GrowthScenario.Kind> = [.loop],
    in command: String = "simulate"
  ) throws {
    if Suggestion.nearest(to: file, among: [Self.defaultsName]) != nil, file != Self.defaultsName,
      !FileManager.default.fileExists(atPath: file)
    {
      throw UsageError(
        description: "there is no file '\(file)'; did you mean '\(Self.defaultsName)'?")
    }
    let outcome = try Self.read(file, changed)
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
    self.init(outcome, called: name ?? file, from: (file, changed))
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
    setup = Setup(name, outcome.value.plan, parameters: outcome.parametersInUse)
  }

  private static func read(
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

  /// Reads a variant: a file, or changes of the file `base` as KEY=VALUE separated by blanks.
  package init(
    variant word: String, of base: String, changed: [ScenarioOverride], on console: any Console
  ) throws {
    guard Self.isChange(word) else {
      guard
        word.hasSuffix(".yaml") || word.hasSuffix(".yml") || word == Self.defaultsName
          || FileManager.default.fileExists(atPath: word)
      else {
        throw UsageError(
          description: "'\(word)' is not a file; write a change of the base as KEY=VALUE")
      }
      try self.init(named: word, changed: changed, on: console)
      return
    }
    do {
      let own = try Self.changes(ofVariant: word) ?? []
      try SharedKeys.refuse(own)
      try self.init(
        named: base, changed: changed.overlaid(by: own), called: word, on: console, quietly: true)
    } catch let mistake as Diagnostic {
      throw UsageError(description: "\(mistake)")
    }
  }

  private static func isChange(_ word: String) -> Bool {
    word.contains("=") && !word.hasSuffix(".yaml") && !word.hasSuffix(".yml")
  }

  /// Returns the changes that a variant makes to its base; `nil` for one that is a file.
  package static func changes(ofVariant word: String) throws -> [ScenarioOverride]? {
    guard isChange(word) else { return nil }
    return try word.split(separator: " ").map { try ScenarioOverride(String($0), option: "") }
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
    name: defaultsName, text: "title: Rin, with the defaults of every parameter\n")
}

extension [ScenarioOverride] {
  /// Returns these changes, except where `others` change the same key.
  package func overlaid(by others: [ScenarioOverride]) -> [ScenarioOverride] {
    filter { change in !others.contains { $0.key == change.key } } + others
  }
}
