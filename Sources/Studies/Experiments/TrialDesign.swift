public import GrowthloopModel
public import Vocabulary

/// A way to run an experiment: what is assigned, and how the data are analysed.
public struct TrialDesign: Hashable, Sendable {
  public let unit: Experiment.Unit
  /// Whether invitees may get their inviter's arm.
  public let inherits: Bool
  public let period: Interval
  /// The analysis that decides; `nil` for the first that fits.
  public let analysis: TrialEstimator?

  public init(
    _ unit: Experiment.Unit, inherits: Bool = false, period: Interval = .days(7),
    analysis: TrialEstimator? = nil
  ) {
    self.unit = unit
    self.inherits = inherits && unit != .time && unit != .invite
    self.period = period
    self.analysis = analysis
  }

  var periodInSeconds: UInt32 { max(1, UInt32(clamping: period.milliseconds / 1_000)) }

  /// The estimators that fit the unit, the one that decides first.
  public var estimators: [TrialEstimator] {
    let fitting = TrialEstimator.fitting(unit, inherits: inherits)
    guard let analysis, fitting.contains(analysis) else { return fitting }
    return [analysis] + fitting.filter { $0 != analysis }
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
