import Diagnostics
import Experiments
import Foundation
import GrowthModel
import Profiles
import Scenarios

/// A scenario that a command reads, with what the command line changes.
struct ChosenScenario {
  let scenario: GrowthScenario
  let setup: Setup

  /// The word that stands for the scenario in which every parameter has its default.
  static let defaultsName = "defaults"

  /// Reads the file, or the scenario of defaults, and tells what may be doubted.
  init(
    named file: String, changed: [ScenarioOverride], called name: String? = nil,
    on console: any Console, quietly: Bool = false, study kinds: Set<GrowthScenario.Kind> = [.loop]
  ) throws {
    if Suggestion.nearest(to: file, among: [Self.defaultsName]) != nil, file != Self.defaultsName,
      !FileManager.default.fileExists(atPath: file)
    {
      throw UsageError(
        description: "there is no file '\(file)'; did you mean '\(Self.defaultsName)'?")
    }
    let outcome =
      file == Self.defaultsName
      ? try ScenarioChoice.reader
        .read(Self.defaults, overrides: changed)
      : try ScenarioChoice.read(file, with: changed)
    if !quietly, !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    guard kinds.contains(outcome.value.study) else {
      throw UsageError(
        description: "'\(file)' is a study of matching: only 'growthloop simulate' runs it")
    }
    scenario = outcome.value
    setup = Setup(
      name ?? file, outcome.value.plan, parameters: outcome.parametersInUse)
  }

  /// The replications that the scenario asks for, with its gates; `seed` and `replications` go before
  /// its own.
  func study(seed: UInt64? = nil, replications: Int? = nil) -> Study {
    let replications = replications ?? scenario.replications
    var study = Study(setup.plan, seed: seed ?? scenario.seed, replications: replications)
    if !scenario.gates.isEmpty {
      study.watch = GateWatch(
        scenario.gates, from: replications,
        to: max(scenario.mostReplications ?? replications, replications))
    }
    return study
  }

  /// Reads a variant: a file, or changes of the file `base` as KEY=VALUE with blanks between.
  init(
    variant word: String, of base: String, changed: [ScenarioOverride], on console: any Console
  ) throws {
    guard word.contains("="), !word.hasSuffix(".yaml"), !word.hasSuffix(".yml") else {
      guard
        word.hasSuffix(".yaml") || word.hasSuffix(".yml") || word == Self.defaultsName
          || FileManager.default.fileExists(atPath: word)
      else {
        throw UsageError(
          description: "'\(word)' is no file; a change of the base is written KEY=VALUE")
      }
      try self.init(named: word, changed: changed, on: console)
      return
    }
    do {
      let own = try word.split(separator: " ").map { try ScenarioOverride(String($0), option: "") }
      try SharedKeys.refuse(own)
      try self.init(
        named: base, changed: changed.overlaid(by: own), called: word, on: console, quietly: true)
    } catch let mistake as Diagnostic {
      throw UsageError(description: "\(mistake)")
    }
  }

  /// What the scenario, with what the command line changes, leaves of its profile and of the defaults.
  var changes: [SettingDifference] {
    guard let outcome = try? ScenarioChoice.reader.read(Self.defaults, overrides: []) else {
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
  /// These changes, except where `others` change the same.
  func overlaid(by others: [ScenarioOverride]) -> [ScenarioOverride] {
    filter { change in !others.contains { $0.key == change.key } } + others
  }
}
