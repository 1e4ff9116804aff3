public import GrowthloopModel
public import Statistics

/// The results of a trial's rules, against the true clicks.
public struct MatchingTrialOutcome: Sendable {
  public let trial: MatchingTrial
  /// The result of each rule in each finished replication.
  public internal(set) var replicates: [[MatchingOutcome]] = []
  public internal(set) var isPartial = false

  init(of trial: MatchingTrial) {
    self.trial = trial
  }

  /// A proportion of the launches, by the result of matching.
  public enum Share: String, CaseIterable, Sendable {
    /// Invited, and matched to the click that led to the launch.
    case right
    /// Invited, and matched to another person's click.
    case wrong
    /// Invited, and matched to none.
    case missed
    /// Organic, and matched to a person's click all the same.
    case stolen

    /// The proportion of a perfect matcher.
    public var truth: Double { self == .right ? 1 : 0 }

    func counts(in outcome: MatchingOutcome) -> EventCounts {
      switch self {
      case .right: EventCounts(outcome.found, per: outcome.invited)
      case .wrong: EventCounts(outcome.wrong, per: outcome.invited)
      case .missed:
        EventCounts(outcome.invited - outcome.found - outcome.wrong, per: outcome.invited)
      case .stolen: EventCounts(outcome.stolen, per: outcome.organic)
      }
    }
  }

  /// Returns one proportion of one rule over the replications.
  public func moments(of share: Share, rule place: Int) -> EventMoments {
    EventMoments(replicates.map { share.counts(in: $0[place]) })
  }

  /// The mean numbers of invited and of organic launches in a replication.
  public var launches: (invited: Double, organic: Double) {
    let counts = replicates.map { (Double($0[0].invited), Double($0[0].organic)) }
    let number = Double(max(counts.count, 1))
    return (
      counts.reduce(0) { $0 + $1.0 } / number, counts.reduce(0) { $0 + $1.1 } / number
    )
  }
}
