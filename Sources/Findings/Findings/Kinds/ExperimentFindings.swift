public import Statistics

/// The findings of `experiment`: what an experiment would say, by each design, beside what is true.
public struct ExperimentFindings: RunFindings {
  public static let kind = "experiment"

  public var command = ""
  public var title = ""
  public var question: String?
  public var metric = ""
  public var definition = ""
  /// What one row is, in the plural.
  public var rows = ""
  public var style = NumberStyle.share
  public var seed: UInt64 = 0
  public var replications = 0
  /// How long it runs, in days, and the rows that the plan wants in each arm.
  public var days = 0.0
  public var perArm: Int?
  /// The rule by which the plan ends it.
  public var rule = ""
  public var isPartial = false
  public var variants: [ExperimentVariant] = []
  /// What variants that join two others do beyond both.
  public var interactions: [ExperimentInteraction] = []
  public var parameters: [Parameter] = []
  /// The gates; `nil` without any in the scenario.
  public var gates: [JudgedGate]?

  /// The inputs that were fitted to measured outputs; left out where none was.
  public var fitted: [Measured<FittedInput>]?

  public init() {}

  public var judged: [JudgedGate] { gates ?? [] }
  public var note: String? { isPartial ? "interrupted before all replications ended" : nil }
}

/// What an experiment says of one variant.
public struct ExperimentVariant: Codable, Sendable {
  public var name = ""
  /// What it changes, as the file has it; `nil` in runs of older versions.
  public var change: String?
  /// The value where nobody is treated, and what treating everybody adds to it.
  public var control = 0.0
  public var truth = Measure(nil, in: .share)
  /// How far beside the truth is near it: a quarter of it, or of the smallest effect asked for where
  /// that is larger; `nil` in runs of older versions.
  public var tolerance: Double?
  /// Each analysis of each design, the planned design first.
  public var designs: [ExperimentDesign] = []
  /// The analyses that gave too few effects to stand among them; `nil` in runs of older versions.
  public var untold: [ExperimentUntold]?
  /// How the looks of the planned design may decide.
  public var rules: [ExperimentRule] = []
  public var guardrails: [ExperimentGuardrail] = []
  /// The runs of the planned design whose arms have other sizes than planned, at one in a thousand,
  /// and the cause.
  public var splitAlarms = Measure(nil, in: .share)
  public var splitCause: String?
  /// The pairs of members with an invite between them whose members are in different arms.
  public var crossing = Measure(nil, in: .share)
  /// The effect by week since the first use within the experiment; in the planned design.
  public var weeks: [ExperimentWeek] = []
  /// What other lengths gain the planned design; `nil` in runs of older versions.
  public var lengths: [ExperimentLength]?
  /// The power of the length by which the smallest effect found falls; 0.5 where rows come evenly.
  public var lengthening: Measure?
  /// The experiment to run; `nil` where none is advised, and in runs of older versions.
  public var recommended: ExperimentRecommended?

  public init() {}
}

/// The shortest experiment that finds the effect in four of five, and what it finds under a seed by
/// which it was not chosen.
public struct ExperimentRecommended: Codable, Sendable {
  public var design = ""
  public var estimator = ""
  /// Both as files write them.
  public var unit = ""
  public var analysis = ""
  public var days = 0.0
  /// The days that the curve asks for.
  public var needed: Measure?
  /// The seed and the runs of the confirmation; `nil` and 0 before it.
  public var seed: UInt64?
  public var runs = 0
  /// The runs that find the effect, in its direction.
  public var power = Measure(nil, in: .share)
  /// The rows of both arms, and the members: the interval is where nineteen in twenty runs lie.
  public var rows = Measure(nil, in: .count)
  public var members: Measure?

  public init() {}

  /// Whether four of five runs of the confirmation find the effect.
  public var isConfirmed: Bool { (power.value ?? 0) >= 0.8 }
}

/// One analysis of one design, over all runs.
public struct ExperimentDesign: Codable, Sendable {
  public var design = ""
  public var estimator = ""
  /// Both as files write them.
  public var unit = ""
  public var analysis = ""
  /// The runs in which it gave an effect.
  public var runs = 0
  /// Whether it takes each row for itself, whatever is assigned.
  public var isNaive = false
  /// What it estimates, and how far beside the truth.
  public var estimand = Measure(nil, in: .share)
  public var bias = Measure(nil, in: .share)
  public var deviation = 0.0
  /// The mean claimed standard error, as a proportion of the effects' standard deviation.
  public var claimed = 0.0
  public var coverage = Measure(nil, in: .share)
  public var ownCoverage = Measure(nil, in: .share)
  public var power = Measure(nil, in: .share)
  /// The smallest effect that four of five such experiments find by their own test; without a value
  /// where none is.
  public var detectable = Measure(nil, in: .share)
  public var falseAlarms = Measure(nil, in: .share)
  /// Whether its intervals may be believed, and whether it estimates the truth; `nil` where that is not
  /// yet known.
  public var isValid: Bool?
  public var isTrue: Bool?
  /// The runs after which it would probably be known whether it estimates the truth.
  public var runsToKnow: Int?
  /// The rows in an arm at the end, and the days until the plan's number is reached.
  public var rowsPerArm = 0.0
  /// The members in the smaller arm, on average; `nil` where invites or periods are assigned.
  public var membersPerArm: Double?
  public var daysToSize: Double?

  public init() {}
}

/// An analysis of a design that gave an effect in less than half of the runs.
public struct ExperimentUntold: Codable, Sendable {
  public let design, estimator: String
  public let effects, runs: Int

  public init(design: String, estimator: String, effects: Int, runs: Int) {
    self.design = design
    self.estimator = estimator
    self.effects = effects
    self.runs = runs
  }
}

/// A rule by which the looks decide.
public struct ExperimentRule: Codable, Sendable {
  public var rule = ""
  /// The experiments without an effect that it ends with one.
  public var falseAlarms = Measure(nil, in: .share)
  /// The experiments that it ends with the effect, and after how many days in the mean.
  public var power = Measure(nil, in: .share)
  public var meanDays: Double?
  /// The mean effect at which it stops, as a proportion of what the design estimates.
  public var exaggeration: Double?
  /// The median of the median-unbiased estimates of all experiments, in the same unit.
  public var corrected: Double?

  public init() {}
}

/// What a variant that joins the changes of two others does beyond both.
public struct ExperimentInteraction: Codable, Sendable {
  public var name = ""
  public var alone: [String] = []
  /// That of treating everybody, and the mean of what the planned design shows.
  public var truth = Measure(nil, in: .share)
  public var shown = Measure(nil, in: .share)
  /// The standard error of one experiment, by the spread of the runs.
  public var deviation = 0.0
  public var power = Measure(nil, in: .share)
  public var detectable = 0.0

  public init() {}
}

/// A metric that must not suffer.
public struct ExperimentGuardrail: Codable, Sendable {
  public var metric = ""
  public var control = 0.0
  public var truth = Measure(nil, in: .share)
  public var power = Measure(nil, in: .share)
  public var detectable: Double?

  public init() {}
}

/// The effect in one week since the first use within the experiment.
public struct ExperimentWeek: Codable, Sendable {
  public var week = 0
  public var effect = Measure(nil, in: .share)

  public init() {}
}

/// What another length of the experiment gains.
public struct ExperimentLength: Codable, Sendable {
  public let days: Double
  /// The smallest effect that is found, as a proportion of that at the planned length, by the curve.
  public let spread: Double
  public let runs: Int

  public init(days: Double, spread: Double, runs: Int) {
    self.days = days
    self.spread = spread
    self.runs = runs
  }
}
