import Experiments
import GrowthModel
import Profiles
import Scenarios
import Vocabulary

/// Which replication of which scenario an explanation is about.
struct Circumstances {
  let title: String
  let profile: String
  let seed: UInt64
  let replication: UInt32
  let days: Int
  let start: Instant
  /// The words of the command that choose all this.
  private let words: [String]

  init(_ replication: WatchedReplication, of choice: ChosenScenario, _ arguments: Arguments) {
    title = choice.scenario.title
    profile = replication.plan.profile.id.rawValue
    seed = replication.seed
    self.replication = replication.number
    days = replication.plan.days
    start = replication.plan.start
    words =
      arguments.words + CommandText.changes(arguments)
      + ["--seed", "\(replication.seed)", "--replication", "\(replication.number)"]
  }

  /// The command that asks this of the same replication.
  func command(_ question: String...) -> String {
    CommandText(ExplainCommand.name, words + question).description
  }

  func sentence<Value>(of outcome: WatchedReplication.Outcome<Value>) -> String {
    let ending =
      outcome.isPartial
      ? " PARTIAL: interrupted on \(RunClock(from: start).text(outcome.reached))." : ""
    return "Profile \(profile); seed \(seed), replication \(replication); \(days) days from "
      + "\(CivilDate(of: start).inWords), which is day 0.\(ending)"
  }
}
