package import GrowthloopStudies
import GrowthloopModel
import Profiles
import GrowthloopPlans
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
