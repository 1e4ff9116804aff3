import Decisions
import Diagnostics
import Scenarios
import Terminal

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
}
