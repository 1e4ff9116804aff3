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
  /// What keeps every plan from being advised; `nil` where one is, and where nothing is harmed.
  public var obstacle: RolloutObstacle?
  /// The same without holding, simulated member by member; `nil` where nothing counts its
  /// guardrails by arm, and with too few rollouts to say something.
  public var simulated: SimulatedRamps?
  /// The least detection, and the most false rollbacks, of a plan that is advised.
  public var leastDetection = 0.8
  public var mostFalse = 0.06
  public var parameters: [Parameter] = []
  /// The gates on the plan as written; `nil` without any in the scenario.
  public var gates: [JudgedGate]?

  /// The inputs that were fitted to measured outputs; left out where none was.
  public var fitted: [Measured<FittedInput>]?

  public init() {}

  public var judged: [JudgedGate] { gates ?? [] }

  /// The plan that does least harm among those that find the defect, and seldom anything else.
  ///
  /// `nil` where there is none, and where the defect harms no guardrail.
  public var advised: RolloutPlanFound? {
    guardrails.contains { $0.effect == .harm }
      ? plans.filter(\.isFit).min { $0.harm < $1.harm } : nil
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
  /// The limit of false positives, of all looks together; `nil` for a floor.
  public var falsePositives: Double?
  /// What is counted on a day of the ramp, in all arms.
  public var perDay = 0.0
  /// The fewest in an arm before a look decides, and what the smaller arm has at the last look; of
  /// a floor, on its greatest day.
  public var minimum = 0
  public var fewest = 0.0
  /// The metric without the defect, and with it for everybody.
  public var without = 0.0
  public var with = 0.0
  /// What the defect does to the metric, and the difference that it makes.
  public var effect = Effect.none
  public var difference = Measure(nil, in: .share)
  /// Whether the ramp has a control to compare it with.
  public var isCompared = false
  /// The smallest harm that 80% of rollouts find by it alone; `nil` where none is found.
  public var smallestHarm: Double?
  /// The number a day at which 80% find this defect by it alone; empty where a thousandfold does not.
  public var perDayNeeded = Measure(nil, in: .ratio)
  /// The rollouts in which it finds the defect before the last stage, and false ones, by itself.
  public var detected = Measure(nil, in: .share)
  public var falseRollbacks = Measure(nil, in: .share)

  public init() {}

  /// What a defect does to a guardrail's metric.
  public enum Effect: String, Codable, Sendable {
    case harm, improvement, none
  }
}

/// What keeps every plan from being advised.
public struct RolloutObstacle: Codable, Sendable {
  /// The place of the plan that comes nearest, among all.
  public let plan: Int
  /// The multiple of the volume at which it would be advised; empty where none does.
  public let times: Measure
  /// The rollouts in which it finds the defect, and those that it stops without one, at the greatest
  /// multiple that was tried; `nil` where a volume suffices.
  public let detected: Measure?
  public let stopped: Measure?

  public init(plan: Int, times: Measure, detected: Measure? = nil, stopped: Measure? = nil) {
    self.plan = plan
    self.times = times
    self.detected = detected
    self.stopped = stopped
  }
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
  /// How many more find the defect than of those drawn between two worlds, and are false.
  public let furtherDetected: Measure
  public let furtherFalse: Measure

  public init(
    guardrails: [String], ramps: Int, detected: Measure, falseRollbacks: Measure, day: Int?,
    furtherDetected: Measure, furtherFalse: Measure
  ) {
    self.guardrails = guardrails
    self.ramps = ramps
    self.detected = detected
    self.falseRollbacks = falseRollbacks
    self.day = day
    self.furtherDetected = furtherDetected
    self.furtherFalse = furtherFalse
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
  /// Whether it finds the defect often enough and seldom stops anything else.
  public var isFit = false
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
