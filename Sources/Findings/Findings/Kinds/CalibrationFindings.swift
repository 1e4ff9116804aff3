public import Statistics

/// The findings of `calibrate`.
public struct CalibrationFindings: RunFindings {
  public static let kind = "calibrate"

  public var command = ""
  public var title = ""
  public var question: String?
  public var seed: UInt64 = 0
  /// The funnel in words, such as "funnel.csv, 28 days of invites, taps and launches by cohort".
  public var funnel = ""
  /// Whether the funnel was simulated, to see what a calibration would find.
  public var isRehearsal = false
  public var runs = 0
  public var isPartial = false
  public var calibrated: [CalibratedFound] = []
  /// Parameters that change together without changing what is observed, in words.
  public var directions: [String] = []
  public var waves: [CalibrationWaveFound] = []
  /// Every count that was compared or held out.
  public var counts: [CalibratedCount] = []
  public var stages: [LoggedStageFound] = []
  /// Stretches of days that are unlike the rest, the oddest first.
  public var faults: [FunnelFaultFound] = []
  /// The chance that the counts of some stage lie as far from the model as these do, all together;
  /// `nil` before the first wave.
  public var chanceOfMisfit: Double?
  /// What the counts by lag say of the shapes of delays.
  public var shapes: [DelayShapeFound] = []
  /// Whether the runs are so few that others would lead to other values.
  public var isUnsettled = false
  /// Whether the intervals are wider for what the choice of runs leaves open.
  public var isSpread: Bool? = false
  /// What the data are by themselves, such as open cohorts.
  public var remarks: [String] = []
  public var parameters: [Parameter] = []
  /// What invites bring after the table; `nil` before the last wave, and in runs of older versions.
  public var nextMonth: CalibratedMonth?

  public init() {}

  /// Whether counts contradict the model, one by one, all together, or by their lags.
  public var isContradicted: Bool {
    isBeyondChance || shapes.contains(where: \.isContradiction)
  }

  /// Whether counts contradict the model, one by one or all together.
  public var isBeyondChance: Bool {
    counts.contains(where: \.isContradiction) || (chanceOfMisfit ?? 1) < Self.leastChance
  }

  private static let leastChance = 0.01

  /// Whether something speaks against the intervals, however narrow they are.
  public var isDoubted: Bool { !faults.isEmpty || isContradicted || isUnsettled }

  public var note: String? { isPartial ? "interrupted before the last wave" : nil }
}

/// A parameter before and after.
public struct CalibratedFound: Codable, Sendable {
  /// What the observations say about it.
  public enum Verdict: String, Codable, Sendable {
    case identified, together, notIdentified, priorSpoke
    /// Identified by data, a model or a budget that something speaks against.
    case doubted
  }

  public var parameter = ""
  /// The value of the scenario.
  public var value = ""
  /// What was known before, in words.
  public var prior = ""
  /// The median of the posterior, and its 95% interval; `nil` before the first wave.
  public var median: String?
  public var low: String?
  public var high: String?
  /// The standard deviation of the posterior over that of the prior, on the natural scale.
  public var width: Double?
  public var verdict: Verdict?
  /// The standard error that the choice of runs leaves in the median, in standard deviations of the
  /// posterior; `nil` before the last wave.
  public var medianError: Double?
  /// The parameters that it is known together with.
  public var partners: [String] = []
  /// The correlations with all calibrated parameters, in their order.
  public var correlations: [Double] = []
  /// Where the likelihood alone ends, without any prior; `nil` where it has no end in the range.
  public var profileLow: String?
  public var profileHigh: String?
  /// Whether the interval holds the value that a rehearsal put in; `nil` without a rehearsal.
  public var holdsTruth: Bool?
  /// The value of the scenario, what was known before and what is now, as numbers; `nil` before the
  /// first wave, and in runs of older versions.
  public var given: Double?
  public var before: Measure?
  public var after: Measure?
  /// The further days of such a table that halve the interval; `nil` where no days do.
  public var daysToHalve: Double?

  public init() {}
}

/// What the calibrated scenario does in the days after the table.
public struct CalibratedMonth: Codable, Sendable {
  public var days = 0
  /// The first of them as the table dates its own; `nil` where that counts from 1.
  public var firstDay: String?
  /// People whom credited invites bring to the home screen: the interval holds what is not known of the
  /// parameters, and chance.
  public var newcomers = Measure(nil, in: .count)
  /// The share of its variance that comes from each calibrated parameter, the largest first.
  public var inputs: [Input] = []

  public init() {}

  public struct Input: Codable, Sendable {
    public let parameter: String
    public let share: Double

    public init(parameter: String, share: Double) {
      self.parameter = parameter
      self.share = share
    }
  }
}

/// A wave of runs.
public struct CalibrationWaveFound: Codable, Sendable {
  public let runs: Int
  /// The share of what the priors allow that no observation rules out.
  public let left: Double

  public init(runs: Int, left: Double) {
    self.runs = runs
    self.left = left
  }
}

/// A count of the funnel, and what the calibrated model predicts for it.
public struct CalibratedCount: Codable, Sendable {
  public var name = ""
  public var style = NumberStyle.count
  /// The observation: a share, or a number a day; `nil` where it is missing.
  public var observed: Double?
  /// The middle and the ends of 90% of runs at the posterior.
  public var predicted = 0.0
  public var low = 0.0
  public var high = 0.0
  /// How far the likeliest point is from the observation, in standard deviations of both; `nil` for
  /// what was held out.
  public var distance: Double?
  public var isHeldOut = false
  /// Whether the observation is further off than chance allows, by more than a handful of events.
  public var isContradiction = false

  public init() {}

  /// Whether the observation is among 90% of the runs.
  public var isWithin: Bool? { observed.map { low <= $0 && $0 <= high } }
}

/// A stretch of days on which a stage is unlike the rest of the table.
public struct FunnelFaultFound: Codable, Sendable {
  /// What is counted, such as "taps".
  public let stage: String
  /// The first and the last day, from 1.
  public let first, last: Int
  /// Whether the days are those of sending; else they are those of the events.
  public let isOfSending: Bool
  /// What was counted, and what would be like the rest.
  public let count, expected: Double
  public let distance: Double

  public init(
    stage: String, days: Range<Int>, isOfSending: Bool, count: Double, expected: Double,
    distance: Double
  ) {
    self.stage = stage
    (first, last) = (days.lowerBound + 1, days.upperBound)
    self.isOfSending = isOfSending
    self.count = count
    self.expected = expected
    self.distance = distance
  }
}

/// What a stage's counts by lag say of the shape of its delay.
public struct DelayShapeFound: Codable, Sendable {
  /// What is counted, such as "taps".
  public let stage: String
  /// What was counted two days after sending and later, and what the calibrated model has there.
  public let count, expected: Double
  /// How far the late count is from that of the model's shape, in standard deviations, with the earlier
  /// ones fitted.
  public let distance: Double
  /// Whether it is further than in any run with calibrated values.
  public let isContradiction: Bool

  public init(
    stage: String, count: Double, expected: Double, distance: Double, isContradiction: Bool
  ) {
    self.stage = stage
    self.count = count
    self.expected = expected
    self.distance = distance
    self.isContradiction = isContradiction
  }

  /// Whether so many are expected late that a shape without any would be found.
  public var isTelling: Bool { expected >= Self.fewestLate }

  private static let fewestLate = 10.0
}

/// A stage that is not logged, and what it would tell.
public struct LoggedStageFound: Codable, Sendable {
  public let stage: String
  /// The parameter that gains most.
  public let parameter: String
  /// The standard deviation expected of it, over the prior's, as things are and with the stage.
  public let width: Double
  public let widthWithStage: Double

  public init(stage: String, parameter: String, width: Double, widthWithStage: Double) {
    self.stage = stage
    self.parameter = parameter
    self.width = width
    self.widthWithStage = widthWithStage
  }
}
