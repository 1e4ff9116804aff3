public import Diagnostics
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
  /// What the data are by themselves, such as open cohorts.
  public var remarks: [String] = []
  public var parameters: [Parameter] = []

  public init() {}

  public var note: String? { isPartial ? "interrupted before the last wave" : nil }
}

/// A parameter before and after.
public struct CalibratedFound: Codable, Sendable {
  /// What the observations say about it.
  public enum Verdict: String, Codable, Sendable {
    case identified, together, notIdentified, priorSpoke
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
  /// The parameters that it is known together with.
  public var partners: [String] = []
  /// The correlations with all calibrated parameters, in their order.
  public var correlations: [Double] = []
  /// Where the likelihood alone ends, without any prior; `nil` where it has no end in the range.
  public var profileLow: String?
  public var profileHigh: String?
  /// Whether the interval holds the value that a rehearsal put in; `nil` without a rehearsal.
  public var holdsTruth: Bool?

  public init() {}
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

  public init() {}

  /// Whether the observation is among 90% of the runs.
  public var isWithin: Bool? { observed.map { low <= $0 && $0 <= high } }
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
