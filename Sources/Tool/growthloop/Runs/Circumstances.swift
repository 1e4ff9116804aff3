import GrowthloopFindings
package import GrowthloopModel
import GrowthloopPlans
package import GrowthloopStudies
import Profiles
import Vocabulary

/// The replication and scenario of an explanation.
package struct Circumstances {
  let title: String
  let profile: String
  let seed: UInt64
  let replication: UInt32
  let days: Int
  let start: Instant
  private let zone: CivilZone
  private let repetition: ChangeableCommand

  package init(
    _ replication: WatchedReplication, of choice: ChosenScenario,
    repeating repetition: ChangeableCommand
  ) {
    title = choice.scenario.title
    profile = replication.plan.profile.id.rawValue
    seed = replication.seed
    self.replication = replication.number
    days = replication.plan.days
    start = replication.plan.start
    zone = replication.plan.behaviour.market.zone
    self.repetition = repetition
  }

  /// Returns the command for this question about the same replication.
  func command(_ question: String, _ value: String) -> String {
    repetition.text(question, value)
  }

  func sentence<Value>(of outcome: WatchedReplication.Outcome<Value>) -> String {
    let ending =
      outcome.isPartial
      ? " PARTIAL: interrupted on \(RunClock(from: start).text(outcome.reached))." : ""
    return "Profile \(profile); seed \(seed), replication \(replication); \(days) days from "
      + "\(CivilDate(of: start, in: zone).inWords), which is day 0.\(ending)"
  }
}

extension ExplanationFindings {
  /// Creates the story of one person.
  package init(
    _ outcome: WatchedReplication.Outcome<Story>, of replication: WatchedReplication,
    _ circumstances: Circumstances
  ) {
    self.init(outcome, circumstances, "--person", "\(outcome.value.person)")
    let entries = outcome.value.entries(until: outcome.reached)
    let teller = StoryFormatter(
      replication.plan, prompts: outcome.value.prompts)
    person = outcome.value.person
    isMember = entries.contains {
      switch $0.event {
      case .wasThere, .arrived: true
      default: false
      }
    }
    sessions = outcome.value.sessions
    quietSessions =
      outcome.value.sessions
      - entries.count { if case .session = $0.event { true } else { false } }
    story = entries.map(teller.line)
  }

  /// Creates the list of the people with a match in their stories.
  package init(
    _ outcome: WatchedReplication.Outcome<[StoryEntry]>, _ query: StoryQuery,
    of replication: WatchedReplication, _ circumstances: Circumstances
  ) {
    self.init(outcome, circumstances, "--find", query.description)
    let teller = StoryFormatter(replication.plan)
    self.query = query.description
    people = outcome.value.map { entry in
      Found(
        person: entry.person, entry: teller.line(of: entry),
        command: circumstances.command("--person", "\(entry.person)"))
    }
  }

  private init<Value>(
    _ outcome: WatchedReplication.Outcome<Value>, _ circumstances: Circumstances,
    _ option: String, _ value: String
  ) {
    self.init()
    command = circumstances.command(option, value)
    title = circumstances.title
    profile = circumstances.profile
    seed = circumstances.seed
    replication = circumstances.replication
    isPartial = outcome.isPartial
    self.circumstances = circumstances.sentence(of: outcome)
  }
}
