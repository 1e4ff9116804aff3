import GrowthloopModel
import Vocabulary

/// The days of one rollout by arm, from a simulation in which the change reaches members in stages.
///
/// The arms share the loop: members have several events each, and what they send crosses arms.
struct RampedDays: RolloutDays {
  /// By day of the rollout, and then by guardrail.
  private let days: [[ArmCounts]]

  mutating func counts(of day: Int, reaching share: Double) -> [ArmCounts] {
    days[min(day, days.count - 1)]
  }

  /// Whether the simulation counts a metric by arm.
  static func counts(_ metric: String) -> Bool { kinds(of: metric) != nil }

  /// What is counted of a metric, and what of that.
  private static func kinds(
    of metric: String
  ) -> (of: TrialRecord.Moment.Kind, events: TrialRecord.Moment.Kind)? {
    switch metric {
    case "flow.sheetCompletion": (.sheetOpened, .sheetCompleted)
    case "prompts.tapShare": (.promptShown, .promptTapped)
    default: nil
    }
  }

  /// Simulates one rollout of `ramp`, from day `starts` on, of a change that makes `variant` of the
  /// plan; nobody takes it back.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  init(
    _ metrics: [String], of ramp: Ramp, from plan: GrowthPlan, to variant: GrowthPlan, starts: Int,
    seed: UInt64, number: UInt32, meter: ProgressMeter?
  ) throws {
    var experiment = Experiment(
      [Experiment.Arm(variant.profile, variant.behaviour)],
      in: ramp.stages.indices.map {
        Experiment.Stage(
          after: .days(Int64(ramp.stages[$0].day)), variants: [ramp.reached(in: $0)])
      })
    experiment.starts = .days(Int64(starts))
    var whole = plan
    whole.days = starts + ramp.days
    whole.experiment = experiment
    var run = try GrowthRun(whole, seed: seed, replication: number)
    guard run.run(reportingTo: meter), let record = run.experiment else {
      throw CancellationError()
    }
    let none = ArmCounts(treated: .init(0, of: 0), control: .init(0, of: 0))
    let kinds = metrics.map { Self.kinds(of: $0) }
    var days = [[ArmCounts]](
      repeating: metrics.map { _ in none }, count: ramp.days)
    for moment in record.moments where moment.at >= record.starts {
      let day = Int(moment.at - record.starts) / 86_400
      guard day < days.count, moment.arm <= 1 else { continue }
      let arm: WritableKeyPath<ArmCounts, ArmCounts.Counts> =
        moment.arm == 1 ? \.treated : \.control
      for (place, kind) in kinds.enumerated() {
        if moment.kind == kind?.of { days[day][place][keyPath: arm].denominator += 1 }
        if moment.kind == kind?.events { days[day][place][keyPath: arm].numerator += 1 }
      }
    }
    // What began before midnight may end after it.
    self.days = days.map { $0.map(\.sound) }
  }
}

extension ArmCounts {
  /// The same with no more events than there is to have any.
  fileprivate var sound: ArmCounts {
    var counts = self
    counts.treated.numerator = min(treated.numerator, treated.denominator)
    counts.control.numerator = min(control.numerator, control.denominator)
    return counts
  }
}
