import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopReports

/// Decides cases of the caller by the rules, one JSON line each.
enum DecideCommand: RunnableCommand {
  static let name = "decide"
  static let summary = "answers cases by the rules: JSON Lines in, one decision a line out"

  static let manual = Manual(
    "decide SUBJECT [options] < cases.jsonl",
    about: """
      Reads one case a line and writes one decision a line, in order and with the same "id". An invalid
      line produces an error object {"id", "line", "error"}, and later lines are still decided; the exit
      code is then 65. A line may have \(CaseStream.longestLine / 1024) KiB. Empty lines are skipped.
      """,
    words: [CommandWord("SUBJECT", completion: .words { CaseSubject.all.map { $0.name } })],
    options: ProfileChoice.options + [SigningKeyChoice.option, example],
    notes: "Subjects:\n\n" + CaseSubject.all.map(description).joined(separator: "\n\n"),
    examples:
      "growthloop decide prompts --example | growthloop decide prompts --set prompts.minIntervalDays=3",
    remedy: "cases are read from standard input: decide SUBJECT < FILE")

  private static let example = CommandOption(
    flag: "--example", "prints an example case instead of reading any")

  static func help(for words: ArraySlice<String>, of tool: String, in form: TextForm) -> String {
    guard let subject = CaseSubject.all.first(where: { $0.name == words.first }) else {
      return manual.text(of: tool, in: form)
    }
    return """
      growthloop decide \(subject.name) [options] < cases.jsonl

      \(description(subject))

      An example: growthloop decide \(subject.name) --example
      'growthloop decide --help' describes options, invalid lines and the other subjects.
      """
  }

  private static func description(_ subject: CaseSubject) -> String {
    let contract = subject.contract.split(separator: "\n").map { "    \($0)" }
    return "  \(subject.name): \(subject.summary)\n" + contract.joined(separator: "\n")
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let subject = try subject(arguments.words.first)
    if arguments.has(example) {
      try console.write(subject.example + "\n")
      return .success
    }
    let rules = DecisionRules(
      profile: try ProfileChoice.read(arguments),
      key: try SigningKeyChoice.read(arguments, on: console))
    ProfileChoice.noteUnused(arguments, in: "\(name) \(subject.name)", on: console)
    if console.inputIsTerminal {
      console.complain(
        "growthloop decide: type one case a line; 'growthloop decide --help' lists the fields")
    }
    let stream = CaseStream(of: subject, under: rules)
    return try stream.answerAll(on: console) ? .success : .badInput
  }

  private static func subject(_ name: String?) throws -> CaseSubject {
    let names = CaseSubject.all.map { $0.name }
    guard let name else {
      throw UsageError(description: "missing SUBJECT: one of \(names.joined(separator: ", "))")
    }
    if let subject = CaseSubject.all.first(where: { $0.name == name }) { return subject }
    let near = Suggestion.phrase(for: name, among: names)
    throw UsageError(
      description: "unknown subject '\(name)'\(near); known: \(names.joined(separator: ", "))")
  }
}
