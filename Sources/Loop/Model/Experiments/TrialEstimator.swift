/// How an effect and its standard error are computed from the rows of an experiment.
public enum TrialEstimator: String, CaseIterable, Sendable {
  /// The difference of the means, each row for itself.
  case difference
  /// The ratio of the sums, by member: the delta method.
  case ratio
  /// The same after what members sent before is taken out.
  case cuped
  /// By what was assigned together.
  case cluster
  /// Members whose contacts in the experiment are all in their arm, weighted by its probability
  /// (Hájek's form of Aronow and Samii's estimator, 2017).
  case exposure

  /// What it does, in words.
  public var words: String {
    switch self {
    case .difference: "row by row"
    case .ratio: "by member (delta method)"
    case .cuped: "by member, with CUPED"
    case .cluster: "by cluster"
    case .exposure: "by exposure"
    }
  }

  /// Returns the estimators that fit a unit, the one to be believed first.
  ///
  /// Where invitees may get their inviter's arm, trees of invites are clusters.
  public static func fitting(_ unit: Experiment.Unit, inherits: Bool) -> [TrialEstimator] {
    switch unit {
    case .user, .inviter:
      (inherits ? [.cluster] : []) + [.ratio, .cuped, .exposure, .difference]
    case .newcomer: (inherits ? [.cluster] : []) + [.ratio, .difference]
    case .invite: [.ratio, .difference]
    case .ego, .community, .time: [.cluster, .difference]
    }
  }
}
