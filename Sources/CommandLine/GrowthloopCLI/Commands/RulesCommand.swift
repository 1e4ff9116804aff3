import TextLayout
import Diagnostics
import JSON
import Profiles
import Reports
import Terminal
import Vocabulary

/// Prints the meaning of a rule, and the place of its decision.
enum RulesCommand: RunnableCommand {
  static let name = "rules"
  static let summary = "prints what a rule means and where it is decided"
  static let manual = Manual(
    "rules [ID | SYSTEM] [--json]",
    about: """
      Prints the meaning of a rule in one line, and the file that decides it. An id that a decision names
      can be looked up here. Without an id every rule is printed; with the letters of a system, such as
      PRM or P-LNK, the rules of that system.
      """,
    words: [
      CommandWord("ID", completion: .words { RuleBook.all.map(\.id.description) })
    ],
    options: [.json.meaning("the same as one JSON document")],
    examples: "growthloop rules PRM-17")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let rules = try chosen(arguments.words.first?.uppercased())
    if arguments.has(.json) {
      try console.write(rules.map(RuleRow.init).json())
    } else {
      let width = rules.map(\.id.description.count).max() ?? 0
      for rule in rules {
        let indent = String(repeating: " ", count: width + 2)
        try console.write("\(rule.id.description.padded(to: width))  \(rule.meaning)\n")
        try console.write("\(indent)decided in \(rule.file) of module \(rule.module)\n")
      }
    }
    return .success
  }

  private static func chosen(_ wanted: String?) throws -> [Rule] {
    guard let wanted else { return RuleBook.all }
    if let rule = RuleBook.rule(wanted) { return [rule] }
    let system = RuleBook.all.filter { $0.id.system == wanted }
    guard system.isEmpty else { return system }
    let near = Suggestion.phrase(
      for: wanted, among: RuleBook.all.map(\.id.description))
    throw UsageError(description: "no rule '\(wanted)' is decided here\(near)")
  }
}

private struct RuleRow: Encodable {
  let id: String
  let meaning: String
  let module: String
  let file: String

  init(_ rule: Rule) {
    id = rule.id.description
    meaning = rule.meaning
    module = rule.module
    file = rule.file
  }
}

extension Rule {
  /// The module that decides it.
  fileprivate var module: String { String(place.prefix { $0 != "/" }) }

  /// The file in that module; no two files of a module share a name.
  fileprivate var file: String { String(place.drop { $0 != "/" }.dropFirst()) }
}
