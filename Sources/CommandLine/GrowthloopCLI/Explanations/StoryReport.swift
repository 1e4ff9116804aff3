import Experiments
import GrowthModel
import Vocabulary

/// What `explain --person` tells: the same facts as a timeline and as JSON.
struct StoryReport: Encodable {
  /// What tells this story again.
  let command: String
  let title: String
  let profile: String
  let seed: UInt64
  let replication: UInt32
  let person: UInt32
  let isMember: Bool
  let isPartial: Bool
  let sessions: Int
  /// The sessions in which nothing was decided, which the story leaves out.
  let quietSessions: Int
  let story: [StoryLine]
  private let sentence: String

  private enum CodingKeys: CodingKey {
    case command, title, profile, seed, replication, person, isMember, isPartial, sessions
    case quietSessions, story
  }

  init(
    _ outcome: WatchedReplication.Outcome<Story>, of replication: WatchedReplication,
    _ circumstances: Circumstances
  ) {
    let entries = outcome.value.entries(until: outcome.reached)
    let teller = StoryTeller(
      under: replication.plan.profile, from: replication.plan.start, prompts: outcome.value.prompts)
    person = outcome.value.person
    command = circumstances.command("--person", "\(person)")
    title = circumstances.title
    profile = circumstances.profile
    seed = circumstances.seed
    self.replication = circumstances.replication
    isPartial = outcome.isPartial
    sentence = circumstances.sentence(of: outcome)
    isMember = entries.contains {
      switch $0.event {
      case .wasThere, .arrived: true
      default: false
      }
    }
    sessions = outcome.value.sessions
    quietSessions = sessions - entries.count { if case .session = $0.event { true } else { false } }
    story = entries.map(teller.line)
  }

  /// The story in lines of so many columns; the command that tells it again stays whole, to be copied.
  func text(upTo width: Int) -> String {
    let parts = [
      HangingText(text: title).wrapped(to: width),
      HangingText(text: "Person \(person). \(sentence)").wrapped(to: width),
      timeline(upTo: width),
      HangingText(text: ending).wrapped(to: width),
      "Again: \(command)",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private var ending: String {
    if story.isEmpty {
      return "Nothing reached person \(person): no invite, and they never installed the app."
    }
    guard isMember else { return "Person \(person) never became a member." }
    return sessions == 0
      ? "There was no session."
      : "Sessions: \(sessions), of which \(quietSessions) were quiet; nothing was decided in those."
  }

  /// A line for each entry, its moment only where it changes, and the notes below it.
  private func timeline(upTo width: Int) -> String {
    let below = String(repeating: " ", count: Self.width + 2)
    var moment = ""
    return story.flatMap { line in
      let at = "day \(line.day) \(line.time)"
      let head = at == moment ? below : at.padded(to: below.count)
      moment = at
      let notes = line.notes.map { HangingText(head: below + "  ", text: $0.text) }
      return [HangingText(head: head, text: line.text)] + notes
    }.map { $0.wrapped(to: width) }.joined(separator: "\n")
  }

  /// The width of a moment.
  private static let width = "day 100 00:00:00".count
}
