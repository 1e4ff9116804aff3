/// What a gate on a rollout may limit: a figure of the plan as written, over all its rollouts.
public enum RolloutMeasure: String, CaseIterable, Sendable {
  /// The rollouts with the defect in which a guardrail finds it before the last stage.
  case detection
  /// The rollouts without a defect that are taken back.
  case falseRollback
  /// The rollouts without a defect that stand still.
  case falseHold
  /// The rollouts with the defect that are taken back since a stage ended undecided.
  case undecidedRollback
  /// Events of the first guardrail lost until the change is off.
  case lost
  /// First launches after invites that are lost until the change is off, and after it.
  case launchesBefore, launchesAfter

  var scale: MetricName.Scale {
    switch self {
    case .detection, .falseRollback, .falseHold, .undecidedRollback: .chance
    case .lost, .launchesBefore, .launchesAfter: .number
    }
  }

  static let names = allCases.map { MetricName($0.rawValue, $0.scale) }
  static let examples = ["falseRollback < 5%", "detection >= 80%"]
}
