import Experiments
import GrowthModel
import Scenarios

/// Tells everything that happened to one person of a scenario, or finds people to ask about.
enum ExplainCommand: Command {
  static let name = "explain"
  static let summary = "tells one person's story in a scenario, with the reason of every decision"
  static let help = """
    growthloop explain [FILE] --person N [options]
    growthloop explain [FILE] --find KIND[:DETAIL] [options]

    Lives through one replication of the scenario and prints everything that happened to one person:
    where they came from and who is credited, the first run, every session in which something was
    decided, every prompt and share, the invites and whom they brought. A prompt that was withheld is
    told with all reasons, the moment at which time alone would have ended them, and the changes of
    settings that would have let it through, each asked of the rules with the same past. It is the
    same replication that simulate runs; being watched changes nothing. People are numbers from 0.
    Ctrl-C prints what has happened so far, marked as partial, and ends with code 130.

      --person N            whose story to tell
      --find KIND[:DETAIL]  the first people who have this in their story:
    \(kinds)
      --limit N             how many people to find at most; 5 if not said
    \(ScenarioChoice.help)
      --seed N              the root of all chance; the scenario's if not said
      --replication N       which of the replications, counted from 0; the first if not said
      --json                prints one JSON document

    Example:
      growthloop explain --set market.people=4_000 --set days=30 --find suppressed:recentShare
    """

  private static var kinds: String {
    let width = StoryKind.all.map(\.name.count).max() ?? 0
    return StoryKind.all.map { kind in
      let line = "    \(kind.name.padded(to: width))  \(kind.meaning)"
      guard !kind.details.isEmpty, !kind.needsDetail else { return line }
      let indent = "\n" + String(repeating: " ", count: width + 6)
      return line + indent
        + TextTable.wrap(kind.details.joined(separator: " "), to: 70)
        .joined(separator: indent)
    }.joined(separator: "\n")
  }

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json"],
        options: ScenarioChoice.options + [
          "--person", "--find", "--limit", "--seed", "--replication",
        ],
        mostWords: 1))
    let options = try RunOptions(arguments)
    let wanted = try Wanted(arguments)
    let number = try arguments.one("--replication").map {
      try RunOptions.number($0, of: "--replication", in: 0...99_999)
    }
    let choice = try ChosenScenario(
      named: arguments.words.first ?? ChosenScenario.defaultsName,
      changed: ScenarioChoice.changes(arguments), on: console)
    let replication = WatchedReplication(
      choice.setup.plan, seed: options.seed ?? choice.scenario.seed, number: UInt32(number ?? 0))
    let circumstances = Circumstances(replication, of: choice, arguments)
    let work = Work(console: console, total: 1)

    switch wanted {
    case .person(let text):
      let people = replication.plan.behaviour.market.people
      let person = try RunOptions.number(text, of: "--person", in: 0...people - 1)
      let outcome = try work.wait { try replication.story(of: UInt32(person), meter: $0) }
      let report = StoryReport(outcome, of: replication, circumstances)
      try console.write(options.isJSON ? try report.json() : report.text(upTo: console.width))
      return outcome.isPartial ? .interrupted : .success
    case .people(let query, let limit):
      let outcome = try work.wait { try replication.find(query, limit: limit, meter: $0) }
      let report = FoundReport(outcome, query, of: replication, circumstances)
      try console.write(options.isJSON ? try report.json() : report.text(upTo: console.width))
      return outcome.isPartial ? .interrupted : .success
    }
  }

  /// What is asked: a story, or whose there are.
  private enum Wanted {
    case person(String)
    case people(StoryQuery, limit: Int)

    init(_ arguments: Arguments) throws {
      switch (try arguments.one("--person"), try arguments.one("--find")) {
      case (let person?, nil):
        guard arguments.all("--limit").isEmpty else {
          throw UsageError(description: "'--limit' goes with '--find', not with '--person'")
        }
        self = .person(person)
      case (nil, let query?):
        self = .people(
          try StoryQuery(reading: query),
          limit: try RunOptions.count(arguments, "--limit", most: 1_000) ?? 5)
      case (nil, nil):
        throw UsageError(
          description: "explain whom? --person 17, or --find suppressed:recentShare to find people")
      case (_?, _?):
        throw UsageError(
          description: "'--person' tells a story and '--find' looks for one: say one")
      }
    }
  }
}
