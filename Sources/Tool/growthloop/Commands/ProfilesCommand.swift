import GrowthloopFindings
import Profiles
import GrowthloopReports
import Vocabulary

/// Prints the settings of the three profiles side by side.
enum ProfilesCommand: RunnableCommand {
  static let name = "profiles"
  static let summary = "prints every setting and its value in each profile"
  static let manual = Manual(
    "profiles [PREFIX] [--differing] [--json]",
    about: """
      Prints the settings of the three profiles side by side. '≠' marks a setting on which the profiles
      take different positions, '*' a value that a document leaves open and the profile takes from
      elsewhere. The last column is the conflict in which the positions are weighed.
      """,
    words: [
      CommandWord(
        "PREFIX", "only the settings whose names begin so: 'prompts', 'link.ex'",
        completion: .words { Setting.all.map(\.name) })
    ],
    options: [differing, .json.meaning("the same as one JSON document")],
    examples: "growthloop profiles prompts --differing")

  private static let differing = CommandOption(
    flag: "--differing", "only the settings on which the profiles differ")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let prefix = arguments.words.first ?? ""
    let chosen = Setting.all.filter {
      $0.name.hasPrefix(prefix) && (!arguments.has(differing) || $0.isDisputed)
    }
    guard !chosen.isEmpty else {
      let groups = Setting.all.map { String($0.name.prefix { $0 != "." }) }
      throw UsageError(
        description: "no setting begins with '\(prefix)'"
          + Suggestion.phrase(for: prefix, among: groups + Setting.all.map(\.name)))
    }
    let table = SettingTable(settings: chosen.map(SettingRow.init))
    try console.write(arguments.has(.json) ? table.json() : table.description)
    return .success
  }
}

/// One setting with its value in each profile.
private struct SettingRow: Encodable {
  let name: String
  let conflict: String
  let differs: Bool
  let expects: String
  let values: [String: String]
  /// The profiles whose document defines no value.
  let silent: [String]

  init(_ setting: Setting) {
    name = setting.name
    conflict = setting.conflict.description
    differs = setting.isDisputed
    expects = setting.expects
    values = Dictionary(
      uniqueKeysWithValues: ProfileID.allCases.map {
        ($0.rawValue, setting.value(in: Profile($0)))
      })
    silent = ProfileID.allCases.filter { setting.silent.contains($0) }.map(\.rawValue)
  }
}

private struct SettingTable: Encodable, CustomStringConvertible {
  let settings: [SettingRow]

  var description: String {
    let header = [" ", "setting"] + ProfileID.allCases.map(\.rawValue) + ["conflict"]
    let rows = settings.map { row in
      [row.differs ? "≠" : " ", row.name]
        + ProfileID.allCases.map { id in
          (row.values[id.rawValue] ?? "") + (row.silent.contains(id.rawValue) ? "*" : "")
        } + [row.conflict]
    }
    return TextTable(header: header, rows: rows).description + "\n\(summary)\n"
  }

  private var summary: String {
    let differing = settings.filter(\.differs).count
    guard settings.count > 1 else {
      return "1 setting; the profiles \(differing == 1 ? "differ" : "agree") on it."
    }
    let count = differing == 0 ? "none" : "\(differing)"
    return "\(settings.count) settings; the profiles differ on \(count)."
  }
}
