/// The findings of `compare`.
public struct ComparisonFindings: ReplicatedFindings {
  public static let kind = "compare"

  public var command = ""
  public var base = ""
  public var title = ""
  public var question: String?
  /// The metric that answers the question, where the base names one.
  public var answeringMetric: String?
  public var seed: UInt64 = 0
  public var replicationsWanted = 0
  public var replications = 0
  public var ending = ReplicationsEnding.complete
  /// Left out where the inputs are certain.
  public var uncertainty: UncertainInputs?
  public var isPartial = false
  /// Whether the saving of pairs was measured against runs with independent random numbers.
  public var measuresPairing = false
  public var variants: [Variant] = []
  public var targetsThatConflict: [String] = []
  public var parameters: [Parameter] = []
  /// The inputs that move the base's answer most over their own ranges, the greatest movement first;
  /// left out where they were not ranked.
  public var ranking: [Measured<InputMove>]?
  /// What the base changes of its profile and of the defaults; `nil` in runs of older versions.
  public var baseChanges: [ScenarioChange]?
  /// The simulated days of the base; `nil` in runs of older versions.
  public var days: Int?

  public init() {}
}

/// The differences of one variant from the base.
public struct Variant: Codable, Sendable {
  public let variant: String
  /// The settings that differ from the base.
  public let changes: [SettingChange]
  /// In the order of all metrics.
  public let metrics: [Measured<MetricDifferenceSubject>]
  /// The metrics that differ, the surest first.
  public let ranking: [String]
  /// The rules that decided more or less often, the greatest change first.
  public let rules: [Measured<RuleDifferenceSubject>]

  public init(
    _ variant: String, changes: [SettingChange], metrics: [Measured<MetricDifferenceSubject>],
    ranking: [String], rules: [Measured<RuleDifferenceSubject>]
  ) {
    self.variant = variant
    self.changes = changes
    self.metrics = metrics
    self.ranking = ranking
    self.rules = rules
  }
}

/// A metric at the base and in a variant; the number is the difference.
public struct MetricDifferenceSubject: MeasuredSubject {
  public static let valueKey = "difference"

  public let metric: String
  /// The label of the metric; `nil` in runs of older versions.
  public let name: String?
  public let unit: String
  public let base: Double?
  public let variant: Double?
  /// The distance from zero in standard errors.
  public let standardErrors: Double
  /// The factor by which independent seeds would need more replications for the same interval.
  public let savedByPairing: Double?
  public let measuredSaving: Double?
  /// The members in each arm of a test without shared luck that would see this difference four times
  /// in five; `nil` where the difference is not sure.
  public let testMembers: Double?

  public init(
    metric: String, name: String?, unit: String, base: Double?, variant: Double?,
    standardErrors: Double,
    savedByPairing: Double?, measuredSaving: Double?, testMembers: Double? = nil
  ) {
    self.metric = metric
    self.name = name
    self.unit = unit
    self.base = base
    self.variant = variant
    self.standardErrors = standardErrors
    self.savedByPairing = savedByPairing
    self.measuredSaving = measuredSaving
    self.testMembers = testMembers
  }
}

/// The number of a rule's decisions at the base and in a variant; the number is the difference.
public struct RuleDifferenceSubject: MeasuredSubject {
  public static let valueKey = "difference"

  public let rule: String
  public let meaning: String?
  public let base: Double?
  public let variant: Double?

  public init(rule: String, meaning: String?, base: Double?, variant: Double?) {
    self.rule = rule
    self.meaning = meaning
    self.base = base
    self.variant = variant
  }
}
