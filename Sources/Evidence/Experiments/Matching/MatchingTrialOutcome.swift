public import GrowthModel
public import Statistics

/// How the rules of a trial fared, against the truth of who clicked.
public struct MatchingTrialOutcome: Sendable {
  public let trial: MatchingTrial
  /// How each rule fared in each replication that was finished.
  public internal(set) var replicates: [[MatchingOutcome]] = []
  public internal(set) var isPartial = false

  init(of trial: MatchingTrial) {
    self.trial = trial
  }

  /// A part of the launches, by what a rule made of them.
  public enum Share: String, CaseIterable, Sendable {
    /// Invited, and matched to the click that led to the launch.
    case right
    /// Invited, and matched to somebody else's click.
    case wrong
    /// Invited, and matched to none.
    case missed
    /// Organic, and matched to somebody's click all the same.
    case stolen

    /// What it is a share of.
    public var whole: String {
      switch self {
      case .right, .wrong, .missed: "of invited launches"
      case .stolen: "of organic launches"
      }
    }

    /// What a matcher that knew who clicked would reach.
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

  /// One share of one rule over the replications.
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

  /// A row for each rule and share: its mean and interval over the replications, beside the truth.
  public var sharesCSV: CSV {
    var csv = CSV(["rule", "share", "whole", "truth", "replications", "mean", "low", "high"])
    for (place, candidate) in trial.candidates.enumerated() {
      for share in Share.allCases {
        let moments = moments(of: share, rule: place)
        let estimate = moments.shareEstimate()
        csv.add(
          [candidate.name, share.rawValue, share.whole, "\(share.truth)", "\(moments.count)"]
            + [moments.mean, estimate?.low, estimate?.high].map(CSV.cell))
      }
    }
    return csv
  }

  /// A row for each replication and rule: the launches, by what became of them.
  public var replicationsCSV: CSV {
    var csv = CSV([
      "replication", "rule", "invited", "right", "wrong", "organic", "stolen", "ambiguous",
    ])
    for (number, replicate) in replicates.enumerated() {
      for (candidate, outcome) in zip(trial.candidates, replicate) {
        let counts = [
          outcome.invited, outcome.found, outcome.wrong, outcome.organic, outcome.stolen,
          outcome.ambiguous,
        ]
        csv.add(["\(number)", candidate.name] + counts.map { "\($0)" })
      }
    }
    return csv
  }
}
