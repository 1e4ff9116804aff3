import GrowthloopModel
public import GrowthloopFindings
public import GrowthloopPlans
import Statistics

extension MatchingFindings {
  /// Creates the findings of a trial of matching rules.
  public init(
    _ outcome: MatchingTrialOutcome, of scenario: GrowthScenario, _ setup: Setup, command: String
  ) {
    self.init(replicates: outcome.table)
    self.command = command
    title = scenario.title
    question = scenario.question
    seed = outcome.trial.seed
    replicationsWanted = outcome.trial.replications
    replications = outcome.replicates.count
    ending = outcome.isPartial ? .cancelled : .complete
    isPartial = outcome.isPartial
    (invitedLaunches, organicLaunches) = outcome.launches
    rules = outcome.trial.candidates.enumerated().map { place, candidate in
      func share(_ share: MatchingTrialOutcome.Share) -> Measured<Truth> {
        let moments = outcome.moments(of: share, rule: place)
        return Measured(
          Truth(share.truth),
          Measure(
            moments.mean, moments.shareEstimate(), in: .share, count: moments.count,
            of: outcome.replicates.count))
      }
      return Rule(
        candidate.name, right: share(.right), wrong: share(.wrong), missed: share(.missed),
        stolen: share(.stolen))
    }
    parameters = setup.parameters
  }
}

extension MatchingTrialOutcome {
  /// A row for each replication and rule: the launches by their result.
  fileprivate var table: FigureTable {
    let rows = replicates.enumerated().flatMap { number, replicate in
      zip(trial.candidates, replicate).map { (number: number, rule: $0.name, outcome: $1) }
    }
    return FigureTable(
      of: rows,
      [
        .count("replication", isLabel: true) { $0.number }, .words("rule") { $0.rule },
        .count("invited") { $0.outcome.invited }, .count("right") { $0.outcome.found },
        .count("wrong") { $0.outcome.wrong }, .count("organic") { $0.outcome.organic },
        .count("stolen") { $0.outcome.stolen }, .count("ambiguous") { $0.outcome.ambiguous },
      ])
  }
}
