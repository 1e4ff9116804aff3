import GrowthloopStudies

/// Days that are written down.
struct ScriptedDays: RolloutDays {
  /// By day and guardrail; the last day repeats.
  var days: [[ArmCounts]]
  /// The shares that a walk asked for.
  private(set) var asked: [Double] = []

  init(_ days: [[ArmCounts]]) { self.days = days }

  mutating func counts(of day: Int, reaching share: Double) -> [ArmCounts] {
    asked.append(share)
    return days[min(day, days.count - 1)]
  }
}

extension ArmCounts {
  /// A hundred in each arm, of which so many succeed.
  static func hundred(_ treated: Int, _ control: Int) -> ArmCounts {
    ArmCounts(
      treated: Counts(treated, of: 100), control: Counts(control, of: 100))
  }
}
