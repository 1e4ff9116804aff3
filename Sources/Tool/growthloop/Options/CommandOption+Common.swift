import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import Profiles

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

extension ChangeableCommand {
  /// Creates the command line that repeats a run, with all that shapes its result.
  ///
  /// `chosen` are the values of options that the command chose itself.
  init(
    _ command: String, _ arguments: Arguments,
    chosen: [(option: CommandOption, value: String)] = []
  ) {
    let changes = arguments.all(.set, .deliberately).compactMap { option, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? Change(String(parts[0]), String(parts[1]), by: option) : nil
    }
    self.init(
      command, arguments.words, changes: changes,
      options: arguments.shapingOptions(chosen, except: [.set, .deliberately]))
  }

  /// Creates the same for a command that runs replications.
  init(
    _ command: String, _ arguments: Arguments, seed: UInt64, replications: Int,
    chosen: [(option: CommandOption, value: String)] = []
  ) {
    self.init(
      command, arguments,
      chosen: chosen + [
        (.seed, "\(seed)"), (ReplicationOptions.replications, "\(replications)"),
      ])
  }
}

extension StoryQuery {
  /// Reads the query.
  ///
  /// - Throws: `UsageError` with the nearest valid query.
  init(reading text: String) throws(UsageError) {
    do throws(Mistake) {
      try self.init(text)
    } catch {
      throw UsageError(description: "'--find \(text)': \(error.words)")
    }
  }
}

extension StoryQuery.Mistake {
  /// The mistake, with the valid forms.
  fileprivate var words: String {
    switch self {
    case .unknownKind(let name):
      let names = StoryKind.all.map(\.name)
      return "unknown kind '\(name)'\(Suggestion.phrase(for: name, among: names)); "
        + "known: \(names.joined(separator: ", "))"
    case .unknownDetail(_, of: let kind) where kind.details.isEmpty:
      return "'\(kind.name)' takes no detail"
    case .unknownDetail(let detail, of: let kind):
      let near = Suggestion.phrase(for: detail, among: kind.details)
      let known =
        kind.needsDetail
        ? "'growthloop rules' lists the known" : "known: \(kind.details.joined(separator: ", "))"
      return "'\(kind.name)' has no detail '\(detail)'\(near); \(known)"
    case .missingDetail(of: let kind):
      return "'\(kind.name)' needs a detail, such as \(kind.name):\(kind.details[0])"
    }
  }
}
