public import GrowthModel
public import Vocabulary

/// A way to run an experiment: what is assigned, and how the data are analysed.
public struct TrialDesign: Hashable, Sendable {
  public let unit: Experiment.Unit
  /// Whether invitees may get their inviter's arm.
  public let inherits: Bool
  public let period: Interval

  public init(_ unit: Experiment.Unit, inherits: Bool = false, period: Interval = .days(7)) {
    self.unit = unit
    self.inherits = inherits && unit != .time && unit != .invite
    self.period = period
  }

  var periodInSeconds: UInt32 { max(1, UInt32(clamping: period.milliseconds / 1_000)) }

  /// The estimators that fit the unit, the one to be believed first.
  public var estimators: [TrialEstimator] {
    switch unit {
    case .user, .inviter:
      (inherits ? [.cluster] : []) + [.ratio, .cuped, .exposure, .difference]
    case .newcomer: (inherits ? [.cluster] : []) + [.ratio, .difference]
    case .invite: [.ratio, .difference]
    case .ego, .community, .time: [.cluster, .difference]
    }
  }

  /// How the design is called, in words.
  public var words: String {
    switch unit {
    case .user: "by person"
    case .inviter: "by inviter"
    case .newcomer: "by newcomer"
    case .invite: "by invite"
    case .ego: "by ego-cluster"
    case .community: "by community"
    case .time: "by period"
    }
  }
}

/// How an effect and its standard error are computed from the rows.
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
    case .difference: "each row for itself"
    case .ratio: "sums by member (delta method)"
    case .cuped: "by member, less what they sent before (CUPED)"
    case .cluster: "sums by what is assigned together"
    case .exposure: "members whose contacts are all in their arm"
    }
  }
}
