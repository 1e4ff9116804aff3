public import Statistics

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
  /// The measured landing page whose cost is asked for; left out without one.
  public var landing: LandingFound?
  /// The simulated days of the base; `nil` in runs of older versions.
  public var days: Int?

  /// The inputs that were fitted to measured outputs; left out where none was.
  public var fitted: [Measured<FittedInput>]?

  public init() {}
}

/// A landing page as a load run measured it, in milliseconds.
public struct LandingFound: Codable, Sendable {
  /// The folder of the load run.
  public let run: String
  public let request: String
  public let p50, p90, p99: Double?
  /// What a second of waiting costs of the installs, variant by variant.
  public let losses: [Double]
  /// What it costs in installs; left out where a second of waiting has no range.
  public let range: LandingRange?

  public init(
    run: String, request: String, p50: Double?, p90: Double?, p99: Double?, losses: [Double],
    range: LandingRange? = nil
  ) {
    self.run = run
    self.request = request
    self.p50 = p50
    self.p90 = p90
    self.p99 = p99
    self.losses = losses
    self.range = range
  }
}

/// What a landing page costs in installs, at the ends of what is known of a second of waiting.
public struct LandingRange: Codable, Sendable {
  /// The share of the installs that a second costs, with its range.
  public let second: Parameter
  /// The shares of the installs that the page costs, the lower one first; below 0 for a faster page.
  public let least, most: Double

  /// Asks `lost` for what the page costs at either end; `nil` where no range is known.
  public init?(_ second: Parameter?, lost: (Double) -> Double) {
    guard let second, let range = second.range, let low = Double(range.low),
      let high = Double(range.high)
    else { return nil }
    let ends = (lost(low), lost(high))
    self.second = second
    least = min(ends.0, ends.1)
    most = max(ends.0, ends.1)
  }
}

/// The differences of one variant from the base.
public struct Variant: Codable, Sendable {
  public let variant: String
  /// The title of its file; `nil` where it has that of the base.
  public var title: String?
  /// The settings that differ from the base.
  public let changes: [SettingChange]
  /// In the order of all metrics.
  public let metrics: [Measured<MetricDifferenceSubject>]
  /// The metrics that differ, the surest first.
  public let ranking: [String]
  /// The rules that decided more or less often, the greatest change first.
  public let rules: [Measured<RuleDifferenceSubject>]
  /// What the change costs and brings; left out where the variant has no money.
  public var money: MoneyFound?
  /// What its landing page costs in installs; left out where that is the base's.
  public var landing: LandingRange?

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

/// The findings of `simulate` in a study of matching.
public struct MatchingFindings: ReplicatedFindings {
  public static let kind = "matching"

  public var command = ""
  public var title = ""
  public var question: String?
  public var seed: UInt64 = 0
  public var replicationsWanted = 0
  public var replications = 0
  public var ending = ReplicationsEnding.complete
  public var isPartial = false
  /// The mean numbers of launches in a replication.
  public var invitedLaunches = 0.0
  public var organicLaunches = 0.0
  public var rules: [Rule] = []
  /// The launches of each replication, by their results.
  public var replicates: FigureTable
  public var parameters: [Parameter] = []

  /// A rule with the proportions of launches, by its results.
  public struct Rule: Codable, Sendable {
    public let rule: String
    public let right, wrong, missed, stolen: Measured<Truth>

    public init(
      _ rule: String, right: Measured<Truth>, wrong: Measured<Truth>, missed: Measured<Truth>,
      stolen: Measured<Truth>
    ) {
      self.rule = rule
      self.right = right
      self.wrong = wrong
      self.missed = missed
      self.stolen = stolen
    }
  }

  /// The proportion of a perfect matcher.
  public struct Truth: MeasuredSubject {
    public static let valueKey = "mean"

    public let truth: Double

    public init(_ truth: Double) { self.truth = truth }
  }

  public init(replicates: FigureTable) { self.replicates = replicates }
}

/// The findings of `load --self-check`: the generator's figures for servers with known responses.
public struct SelfCheckFindings: RunFindings {
  public static let kind = "selfCheck"

  public var command = "growthloop load --self-check"
  public var title = "Self-check of the load generator"
  public var question: String?
  public var machine = ""
  public var build = ""
  public var cases: [Case] = []
  /// The number of servers to measure.
  public var casesWanted = 0
  /// Whether the run was interrupted before all cases were measured.
  public var partial = false

  /// One server.
  public struct Case: Codable, Sendable {
    public let name: String
    public let isClosedLoop: Bool
    public let isTrue: Bool
    /// The number of runs: repeated where the machine was disturbed and a figure not true.
    public let runs: Int
    /// The reasons why the generator could not be accurate here; empty if it could.
    public let because: [String]
    public let percentiles: [Comparison]

    public init(
      _ name: String, isClosedLoop: Bool, isTrue: Bool, runs: Int, because: [String],
      percentiles: [Comparison]
    ) {
      self.name = name
      self.isClosedLoop = isClosedLoop
      self.isTrue = isTrue
      self.runs = runs
      self.because = because
      self.percentiles = percentiles
    }
  }

  /// A percentile as reported, and its true value; in nanoseconds.
  public struct Comparison: Codable, Sendable {
    public let percentile: Double
    public let reported: UInt64
    public let truth: UInt64
    public let isTrue: Bool

    public init(percentile: Double, reported: UInt64, truth: UInt64, isTrue: Bool) {
      self.percentile = percentile
      self.reported = reported
      self.truth = truth
      self.isTrue = isTrue
    }
  }

  public init() {}

  public var isPartial: Bool { partial }
}

/// What runs over draws from a posterior say beside their means.
public struct UncertainInputs: Codable, Sendable {
  /// The file with the draws.
  public var posterior = ""
  /// The number of draws, a replication each.
  public var draws = 0
  public var metrics: [UncertainMetric] = []

  public init() {}
}

/// A metric over draws from a posterior.
public struct UncertainMetric: Codable, Sendable {
  public let metric: String
  /// The what-if whose difference from the base it is; `nil` for the metric itself.
  public let variant: String?
  public let style: NumberStyle
  /// The middle of the replications, and the ends of nineteen in twenty.
  public let median: Double
  public let low: Double
  public let high: Double
  /// The share of the variance that comes from the inputs; the rest is chance.
  public let share: Measure

  public init(
    _ metric: String, of variant: String? = nil, _ style: NumberStyle, median: Double, low: Double,
    high: Double, share: Measure
  ) {
    self.metric = metric
    self.variant = variant
    self.style = style
    self.median = median
    self.low = low
    self.high = high
    self.share = share
  }
}
