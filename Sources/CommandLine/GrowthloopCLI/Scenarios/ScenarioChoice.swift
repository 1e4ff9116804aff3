import Diagnostics
import Experiments
import Scenarios

/// The scenario that a command works on, as its words and options describe it.
enum ScenarioChoice {
  static let options = ["--set", "--deliberately"]

  static let help = """
      --set KEY=VALUE       changes one key or setting of the scenario; may be repeated
                            ('growthloop schema --reference' lists the keys, 'growthloop profiles'
                            the settings)
      --deliberately K=V    the same, for a setting that the profile otherwise rules out
    """

  /// The changes that the options ask for.
  static func changes(_ arguments: Arguments) throws(UsageError) -> [ScenarioOverride] {
    var changes: [ScenarioOverride] = []
    for (option, text) in arguments.all("--set", "--deliberately") {
      do throws(Diagnostic) {
        changes.append(
          try ScenarioOverride(text, option: option, isDeliberate: option == "--deliberately"))
      } catch {
        throw UsageError(
          description: "'\(option) \(text)' must be KEY=VALUE, such as market.people=10k")
      }
    }
    return changes
  }

  /// Reads from disk, and knows what gates may be about.
  static let reader = ScenarioReader(
    GrowthScenario.self, loader: .disk(), metrics: Metric.names)

  /// Reads the scenario of a file from disk with these changes, or throws every mistake in it.
  static func read(
    _ file: String, with changes: [ScenarioOverride]
  ) throws(DiagnosticList) -> ScenarioOutcome<GrowthScenario> {
    try reader.read(file: file, overrides: changes)
  }
}
