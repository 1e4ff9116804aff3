import GrowthloopFindings
import Profiles
import GrowthloopReports
import Vocabulary

/// Prints the meaning of a rule, and the place of its decision.
enum RulesCommand: RunnableCommand {
  static let name = "rules"
  static let summary = "prints what a rule means and where it is decided"
  static let manual = Manual(
    "rules [ID | SYSTEM] [options]",
    about: """
      Prints the meaning of a rule in one line, and the file that decides it. An id that a decision names
      can be looked up here. Without an id every rule is printed; with the letters of a system, such as
      PRM or P-LNK, the rules of that system.

      With --coverage, in a checkout of this project: how many rows the documents have, how many of them
      are rules of the code and are named by tests, and which are left out, with the reason; with an id,
      the tests that name the row.
      """,
    words: [
      CommandWord("ID", completion: .words { RuleBook.all.map(\.id.description) })
    ],
    options: [
      coverage, tests, .json.meaning("the same as one JSON document"),
    ],
    examples: """
      growthloop rules PRM-17
      growthloop rules --coverage
      growthloop rules PRM-17 --coverage
      """)

  private static let coverage = CommandOption(
    flag: "--coverage", "counts the rows of the documents that are rules, and that tests name")
  private static let tests = CommandOption(
    "--tests", "DIR", "the tests of a checkout of this project (default: Tests)",
    completion: .folder)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let wanted = arguments.words.first?.uppercased()
    if arguments.has(coverage) || arguments.has(tests) {
      let coverage = try RuleCoverage(tests: arguments.one(tests) ?? "Tests")
      try report(coverage, of: wanted, as: arguments, on: console)
      return .success
    }
    let rules = try chosen(wanted)
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

  private static func report(
    _ coverage: RuleCoverage, of wanted: String?, as arguments: Arguments, on console: any Console
  ) throws {
    guard let wanted else {
      let report = CoverageReport(coverage)
      try console.write(arguments.has(.json) ? report.json() : report.text(in: console.form))
      return
    }
    guard let row = coverage.rows.first(where: { $0.id.description == wanted }) else {
      let near = Suggestion.phrase(for: wanted, among: coverage.rows.map(\.id.description))
      throw UsageError(description: "no document has a row '\(wanted)'\(near)")
    }
    let titles = coverage.titles.byRow[row.id] ?? []
    let reason = coverage.leftOut.first { $0.id == wanted }
    if arguments.has(.json) {
      try console.write(CoveredRow(id: wanted, tests: titles, leftOut: reason).json())
    } else {
      let meaning = RuleBook.rule(wanted).map { ": \($0.meaning)" } ?? " (\(row.kind))"
      try console.write("\(wanted)\(meaning)\n")
      for title in titles { try console.write("  \(title.title)\n    Tests/\(title.file)\n") }
      if let reason { try console.write("  left out: \(reason.reason)\n") }
    }
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

private struct CoveredRow: Encodable {
  let id: String
  let tests: [TestTitles.Title]
  let leftOut: LeftOutRow?
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
