import GrowthloopStudies
import Profiles
import GrowthloopPlans
import GrowthloopReports

extension CommandOption {
  /// The option that changes a key or setting of a scenario.
  static let set = CommandOption(
    "--set", "KEY=VALUE",
    "changes one key or setting of the scenario; may be repeated ('growthloop schema --reference' "
      + "lists the keys, 'growthloop profiles' the settings)", shapesResult: true,
    completion: .keys { FileKind.scenario.assignableKeys() + Setting.all.map(\.name) })
  /// Returns the option that changes a key of a plan.
  static func set(of kind: FileKind, such examples: String) -> CommandOption {
    CommandOption(
      "--set", "KEY=VALUE",
      "changes one key of the plan, such as \(examples); may be repeated ('growthloop schema "
        + "--plan \(kind.word) --reference' lists the keys)", shapesResult: true,
      completion: .keys(kind.assignableKeys))
  }

  /// The option that unfolds the list of assumed parameters.
  static let assumptions = CommandOption(
    flag: "--assumptions", "prints the parameters that rest on no source, with their values")
  /// The option that changes the seed of a plan.
  static let planSeed = CommandOption.seed.meaning("random seed (default: the plan's)")

  /// Returns the option that names the folder for results.
  static func out(_ files: String) -> CommandOption {
    CommandOption(
      "--out", "DIR", "writes \(files) into that folder", completion: .folder, short: "-o")
  }

  /// The same option for look-ups, where only the name matters.
  static let out = out("the results")
  static let data = CommandOption(
    "--data", "DIR", "folder for the service's links during the run (default: a temporary folder)",
    completion: .folder)
}
