import Experiments
import GrowthModel

/// What `explain --find` tells: people, with the first thing of the kind in their stories.
struct FoundReport: Encodable {
  let command: String
  let title: String
  let profile: String
  let seed: UInt64
  let replication: UInt32
  let query: String
  let isPartial: Bool
  let people: [Found]
  private let sentence: String

  struct Found: Encodable {
    let person: UInt32
    let entry: StoryLine
    /// What tells the whole story.
    let command: String
  }

  private enum CodingKeys: CodingKey {
    case command, title, profile, seed, replication, query, isPartial, people
  }

  init(
    _ outcome: WatchedReplication.Outcome<[StoryEntry]>, _ query: StoryQuery,
    of replication: WatchedReplication, _ circumstances: Circumstances
  ) {
    let teller = StoryTeller(under: replication.plan.profile, from: replication.plan.start)
    self.query = query.description
    command = circumstances.command("--find", query.description)
    title = circumstances.title
    profile = circumstances.profile
    seed = circumstances.seed
    self.replication = circumstances.replication
    isPartial = outcome.isPartial
    sentence = circumstances.sentence(of: outcome)
    people = outcome.value.map { entry in
      Found(
        person: entry.person, entry: teller.line(of: entry),
        command: circumstances.command("--person", "\(entry.person)"))
    }
  }

  /// What was found in lines of so many columns; the commands stay whole, to be copied.
  func text(upTo width: Int) -> String {
    let found = people.map { found in
      let what =
        "person \(found.person), day \(found.entry.day) \(found.entry.time): \(found.entry.text)"
      return HangingText(text: what).wrapped(to: width) + "\n  \(found.command)"
    }
    let about = [title, sentence].map { HangingText(text: $0).wrapped(to: width) }
    let answer =
      found.isEmpty ? "Nobody has \(query) in their story." : found.joined(separator: "\n")
    return (about + [answer]).joined(separator: "\n\n") + "\n"
  }
}
