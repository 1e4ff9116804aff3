import GrowthloopFindings
import GrowthloopPlans
import Invites
import GrowthloopReports
import Vocabulary

/// Makes a funnel table from an export of events.
enum ObserveCommand: RunnableCommand {
  static let name = "observe"
  static let summary = "makes the funnel table that calibrate reads from an export of events"
  static let manual = Manual(
    "observe FILE [options]",
    about: """
      Reads events, JSON Lines or a CSV with a header, and prints how many invites of each day reached each
      stage, and how many days later: the table that 'growthloop calibrate' reads. '-' reads the standard
      input. Events of the three vocabularies are known by their names, others by '--map'; the rest is left
      out, and counted. Nothing in the table names a person, a link or a phone.

      What belongs together is found by '--key', a field that an invite, its tap and its launch have in
      common, such as invite_code. Where an event of a stage lacks it the table has totals by day, which
      tell less. A share with a field 'count' is that many invites. Moments are dates with a time of day, by the day that they name, or numbers of days.
      """,
    words: [CommandWord("FILE", completion: .file)],
    options: [key, time, event, map],
    examples: """
      growthloop observe events.jsonl > funnel.csv
      growthloop observe export.csv --map message_sent=sent --map link_tap=tapped --key code
      """)

  private static let key = CommandOption(
    "--key", "FIELD", "the field by which events belong together (default: invite_code)")
  private static let time = CommandOption(
    "--time", "FIELD", "the field with the moment (default: at, time or timestamp)")
  private static let event = CommandOption(
    "--event", "FIELD", "the field with the name of the event (default: event or name)")
  private static let map = CommandOption(
    "--map", "EVENT=STAGE",
    "an event of one's own, and its stage: \(FunnelStage.allCases.map(\.rawValue).joined(separator: ", ")); "
      + "may be repeated")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let path = arguments.words.first else {
      throw UsageError(description: "name the file with the events, or '-' for the standard input")
    }
    let own = try arguments.all(map).map { try mapped($0.value) }
    var reading = ObservedEvents(
      stages: knownStages.merging(own) { $1 },
      keys: try arguments.one(key).map { [$0] } ?? ["invite_code"],
      times: try arguments.one(time).map { [$0] } ?? ["at", "time", "timestamp"],
      names: try arguments.one(event).map { [$0] } ?? ["event", "name"])
    try reading.read(path, on: console)
    guard let (table, unmatched) = reading.events.table() else {
      let known = knownStages.keys.sorted().joined(separator: ", ")
      throw UnfitInput(
        description:
          "no event of '\(path)' is of a stage: known are \(known); name others by '\(map)'")
    }
    try console.write(table.csv)
    console.complain(reading.words(for: table, unmatched: unmatched))
    return .success
  }

  private static func mapped(_ text: String) throws -> (String, FunnelStage) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = FunnelStage.allCases.map(\.rawValue)
    guard parts.count == 2, let stage = FunnelStage(rawValue: String(parts[1])) else {
      let near = parts.count == 2 ? Suggestion.phrase(for: String(parts[1]), among: names) : ""
      throw UsageError(
        description:
          "'\(map) \(text)' must be EVENT=STAGE\(near), such as link_tap=tapped; the stages are "
          + names.joined(separator: ", "))
    }
    return (String(parts[0]), stage)
  }

  /// The stages of the events of all vocabularies.
  private static var knownStages: [String: FunnelStage] {
    let steps: [(InviteStep, FunnelStage)] = [
      (.linkCopied, .shared), (.shared, .shared), (.linkOpened, .tapped),
      (.appInstalled, .launched), (.signedUp, .signedUp), (.onboardingCompleted, .onboarded),
    ]
    var stages: [String: FunnelStage] = [:]
    for vocabulary in ProfileID.allCases {
      for (step, stage) in steps {
        guard let name = step.name(in: vocabulary) else { continue }
        for word in [name.primary] + name.aliases { stages[word] = stage }
      }
    }
    return stages
  }
}
