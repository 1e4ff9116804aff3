import GrowthloopFindings
import Profiles
import GrowthloopReports
import GrowthloopPlans
import Vocabulary

/// Prints the events of the vocabularies, and where each is fired.
enum EventsCommand: RunnableCommand {
  static let name = "events"
  static let summary = "prints every event of a vocabulary and which command fires it"
  static let manual = Manual(
    "events [VOCABULARY] [--json]",
    about: """
      Prints the events of the three vocabularies, or of one: rin, product or design. 'simulate --events'
      writes those that a simulation fires, 'serve --events' those of the link service; the others say why
      neither does. 'growthloop decide events' exports any of them with its properties.
      """,
    words: [
      CommandWord("VOCABULARY", completion: .words { ProfileName.short })
    ],
    options: [.json.meaning("the same as one JSON document")],
    examples: "growthloop events design")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let vocabularies = try arguments.words.first.map { [try vocabulary($0)] } ?? ProfileID.allCases
    let rows = vocabularies.flatMap { vocabulary in
      ListedEvent.all(in: vocabulary).map { EventRow($0, in: vocabulary) }
    }
    let table = EventTable(events: rows)
    try console.write(arguments.has(.json) ? table.json() : table.description)
    return .success
  }

  private static func vocabulary(_ name: String) throws -> ProfileID {
    guard let id = ProfileName.id(name) else {
      throw UsageError(
        description: "no vocabulary is called '\(name)'; there are "
          + ProfileName.short.joined(separator: ", "))
    }
    return id
  }
}

/// One event with its vocabulary.
private struct EventRow: Encodable {
  let vocabulary: String
  let event: String
  let firedBy: [String]
  let reason: String?

  init(_ event: ListedEvent, in vocabulary: ProfileID) {
    self.vocabulary = vocabulary.rawValue
    self.event = event.name
    firedBy = event.sources.map(\.rawValue)
    reason = event.reason
  }
}

private struct EventTable: Encodable, CustomStringConvertible {
  let events: [EventRow]

  var description: String {
    let rows = events.map { row in
      [row.vocabulary, row.event, row.firedBy.joined(separator: ", "), row.reason ?? ""]
    }
    return TextTable(
      header: ["vocabulary", "event", "fired by", "not simulated, because"], rows: rows
    )
    .description
  }
}
