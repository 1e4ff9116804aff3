public import Diagnostics
public import Gates
public import Statistics

/// The findings of `rollout`.
public struct RolloutFindings: RunFindings {
  public static let kind = "rollout"

  public var command = ""
  public var title = ""
  public var question: String?
  public var seed: UInt64 = 0
  /// The replications of each of the two worlds.
  public var replications = 0
  /// The number of rollouts that were tried on each plan, with the defect and without.
  public var ramps = 0
  public var isPartial = false
  /// The day of the scenario on which the rollout begins.
  public var starts = 0
  /// What the profile switches on for everybody at once, such as prompts from day 14.
  public var phases: [String] = []
  /// What the change does, as files spell it.
  public var defect: [String] = []
  public var guardrails: [GuardrailFound] = []
  /// The plan as written first, then the others.
  public var plans: [RolloutPlanFound] = []
  /// The plan as written, day by day.
  public var days: [RolloutDayFound] = []
  /// The same without holding, simulated member by member; `nil` where nothing counts its
  /// guardrails by arm.
  public var simulated: SimulatedRamps?
  /// The least detection, and the most false rollbacks, of a plan that is advised.
  public var leastDetection = 0.8
  public var mostFalse = 0.06
  public var parameters: [Parameter] = []
  /// The gates on the plan as written; `nil` without any in the scenario.
  public var gates: [JudgedGate]?

  public init() {}

  public var judged: [JudgedGate] { gates ?? [] }

  /// The plan that does least harm among those that find the defect, and seldom anything else.
  ///
  /// `nil` where there is none.
  public var advised: RolloutPlanFound? {
    plans.filter {
      ($0.detected.value ?? 0) >= leastDetection
        && ($0.falseRollbacks.value ?? 1) + ($0.falselyHeld.value ?? 0) <= mostFalse
    }.min { $0.harm < $1.harm }
  }

  public var note: String? { isPartial ? "interrupted before all plans were tried" : nil }
}

/// A guardrail, its two worlds, and what it finds by itself.
public struct GuardrailFound: Codable, Sendable {
  public var metric = ""
  public var name = ""
  /// What it is held against, in words.
  public var limit = ""
  public var rule = ""
  public var style = NumberStyle.share
  /// What is counted on a day, in all arms.
  public var perDay = 0.0
  /// The metric without the defect, and with it for everybody.
  public var without = 0.0
  public var with = 0.0
  /// The smallest harm that the last look with a control finds in 80%; `nil` for a floor.
  public var smallestHarm: Double?
  /// The number a day that this harm would need; `nil` where it is none.
  public var perDayNeeded: Double?
  /// The rollouts in which it finds the defect before the last stage, and false ones, by itself.
  public var detected = Measure(nil, in: .share)
  public var falseRollbacks = Measure(nil, in: .share)

  public init() {}
}

/// Rollouts that were simulated member by member.
public struct SimulatedRamps: Codable, Sendable {
  /// The metrics of the guardrails that watched: those counted by arm.
  public let guardrails: [String]
  /// Their number, with the defect and without.
  public let ramps: Int
  public let detected: Measure
  public let falseRollbacks: Measure
  public let day: Int?

  public init(
    guardrails: [String], ramps: Int, detected: Measure, falseRollbacks: Measure, day: Int?
  ) {
    self.guardrails = guardrails
    self.ramps = ramps
    self.detected = detected
    self.falseRollbacks = falseRollbacks
    self.day = day
  }
}

/// One plan on many rollouts.
public struct RolloutPlanFound: Codable, Sendable {
  /// The ramp by its name, and by its stages.
  public var ramp = ""
  public var stages = ""
  public var rule = ""
  public var onUndecided = ""
  /// Whether some stage leaves members without the change.
  public var hasControl = true
  /// Whether it is the plan of the file.
  public var isWritten = false
  /// The rollouts in which a guardrail finds the defect before the last stage.
  public var detected = Measure(nil, in: .share)
  /// The median day of those, from 1.
  public var day: Int?
  /// The rollouts with the defect that are taken back since a stage ended undecided.
  public var undecided = Measure(nil, in: .share)
  /// The rollouts without a defect that are taken back.
  public var falseRollbacks = Measure(nil, in: .share)
  /// The rollouts without a defect that stand still.
  public var falselyHeld = Measure(nil, in: .share)
  /// Events of the first guardrail lost until nobody has the change; of a rise, had too many.
  public var lost = Measure(nil, in: .count)
  /// First launches after invites that are lost until the change is off, and after it.
  public var launchesBefore = Measure(nil, in: .count)
  public var launchesAfter = Measure(nil, in: .count)
  /// The days of sessions that still have the change after it is off; `nil` for none.
  public var lingeringDays: Double?

  public init() {}

  /// What it costs in all: the first guardrail's events.
  public var harm: Double { lost.value ?? .infinity }
}

/// A day of the plan as written.
public struct RolloutDayFound: Codable, Sendable {
  /// From 1.
  public let day: Int
  /// The mean share of members whom the change reaches, with the defect and without.
  public let reachedWith: Double
  public let reachedWithout: Double
  /// The share of rollouts taken back by the end of the day.
  public let detected: Double
  public let falseRollbacks: Double

  public init(
    day: Int, reachedWith: Double, reachedWithout: Double, detected: Double, falseRollbacks: Double
  ) {
    self.day = day
    self.reachedWith = reachedWith
    self.reachedWithout = reachedWithout
    self.detected = detected
    self.falseRollbacks = falseRollbacks
  }
}
