import GrowthloopStudies
import GrowthloopReports
import GrowthloopFindings
import GrowthloopPlans

/// Prints the story of one person of a scenario, or finds people with such a story.
enum ExplainCommand: RunnableCommand {
  static let name = "explain"
  static let summary = "prints one simulated person's story, with the reason of every decision"
  static let manual = Manual(
    "explain [FILE] --person N [options]", "explain [FILE] --find KIND[:DETAIL] [options]",
    about: """
      Runs one replication of the scenario and prints everything that happened to one person: where they
      came from and who is credited, the first run, every session with a decision, every prompt and share,
      the invites and whom they brought. A withheld prompt has all its reasons, the moment at which time
      alone would have ended them, and the changes of settings that would have let it through, each
      decided by the rules with the same past. It is the same replication that simulate runs; observation
      does not change it. People are numbers from 0. Ctrl-C prints what has happened so far, marked as
      partial, and ends with code 130.
      """,
    words: [CommandWord("FILE")],
    options: [person, find, limit] + ScenarioChoice.options + [
      .seed, replication, .json.meaning("prints one JSON document"),
    ],
    notes: "KIND:\n" + Manual.columns(kinds, in: .plain),
    examples:
      "growthloop explain --set market.people=4_000 --set days=30 --find suppressed:recentShare")

  static let person = CommandOption("--person", "N", "prints the story of this person")
  static let find = CommandOption(
    "--find", "KIND[:DETAIL]", "lists the first people with this in their story; see KIND below",
    completion: .words { StoryKind.all.map(\.name) })
  private static let limit = CommandOption(
    "--limit", "N", "(--find) how many people to list at most (default: 5)")
  private static let replication = CommandOption(
    "--replication", "N", "which replication, counted from 0 (default: 0)", shapesResult: true)

  private static var kinds: [(head: String, meaning: String)] {
    StoryKind.all.map { kind in
      let details =
        !kind.needsDetail || kind.details.isEmpty
        ? ""
        : kind.details.count > 40
          ? ", such as \(kind.details[0]) ('growthloop rules' lists them)"
          : ": " + kind.details.joined(separator: " ")
      return (kind.name, kind.meaning + details)
    }
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let wanted = try Wanted(arguments)
    let number = try arguments.number(replication, in: 0...99_999)
    let choice = try ChosenScenario(
      named: arguments.words.first ?? ChosenScenario.defaultsName,
      changed: ScenarioChoice.changes(arguments), on: console)
    let watched = WatchedReplication(
      choice.setup.plan, seed: try arguments.seed() ?? choice.scenario.seed,
      number: UInt32(number ?? 0))
    let circumstances = Circumstances(
      watched, of: choice,
      repeating: ChangeableCommand(
        name, arguments, chosen: [(.seed, "\(watched.seed)"), (replication, "\(watched.number)")]))
    let work = Work(console: console, total: 1)

    func show(_ findings: ExplanationFindings) throws -> ExitCode {
      try console.write(
        arguments.has(.json) ? try findings.json() : findings.text(upTo: console.width))
      return ExitCode(of: findings)
    }
    switch wanted {
    case .person(let text):
      let people = choice.people
      let person = try Arguments.number(text, of: Self.person, in: 0...people - 1)
      let outcome = try work.wait { try watched.story(of: UInt32(person), meter: $0) }
      return try show(ExplanationFindings(outcome, of: watched, circumstances))
    case .people(let query, let limit):
      let outcome = try work.wait { try watched.find(query, limit: limit, meter: $0) }
      return try show(ExplanationFindings(outcome, query, of: watched, circumstances))
    }
  }

  /// The request: one person's story, or a list of people.
  enum Wanted {
    case person(String)
    case people(StoryQuery, limit: Int)

    init(_ arguments: Arguments) throws {
      switch (try arguments.one(ExplainCommand.person), try arguments.one(ExplainCommand.find)) {
      case (let person?, nil):
        guard !arguments.has(ExplainCommand.limit) else {
          throw UsageError(description: "'--limit' goes with '--find', not with '--person'")
        }
        self = .person(person)
      case (nil, let query?):
        self = .people(
          try StoryQuery(reading: query),
          limit: try arguments.number(ExplainCommand.limit, in: 1...1_000) ?? 5)
      case (nil, nil):
        throw UsageError(
          description:
            "missing --person N or --find KIND: --find suppressed:recentShare finds people")
      case (_?, _?):
        throw UsageError(
          description: "'--person' prints a story and '--find' searches for one: give one of them")
      }
    }
  }
}
