import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports

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
