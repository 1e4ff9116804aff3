public import Statistics

/// The findings of `sweep`.
public struct SweepFindings: ReplicatedFindings {
  public static let kind = "sweep"

  public var command = ""
  public var title = ""
  public var question: String?
  /// The metric that ranks the settings.
  public var metric = ""
  /// The label of that metric; `nil` in runs of older versions.
  public var metricName: String?
  public var definition = ""
  public var unit = ""
  public var style = NumberStyle.ratio
  public var seed: UInt64 = 0
  public var replicationsWanted = 0
  public var replications = 0
  public var ending = ReplicationsEnding.complete
  public var isPartial = false
  public var isOneAtATime = false
  public var base: Double?
  public var points: [Measured<SweepPoint>] = []
  /// The further requested metrics, at the base and at every point.
  public var beside: [Measured<SweptMetric>] = []
  /// The settings by their effect on the metric, the widest first.
  public var tornado: [TornadoBar] = []
  /// Whether the values of every setting are the ends of its own range.
  public var spansOwnRanges = false
  /// The parameters over their own ranges, with their elasticities, the greatest movement first.
  public var moves: [Measured<ParameterMove>] = []
  /// How many people one simulated person stands for; `nil` where it is one.
  public var peoplePerPerson: Int?
  /// The points that did not run, as their values contradict each other.
  public var leftOut: [LeftOutPoint] = []
  public var remarks: [String] = []
  public var variants: [Variant] = []
  public var parameters: [Parameter] = []
  /// The simulated days of the base; `nil` in runs of older versions.
  public var days: Int?

  public init() {}

  public var misfit: String? {
    let metrics = beside.prefix { $0.point == nil }.count
    guard metrics > 0, !beside.count.isMultiple(of: metrics) else { return nil }
    return "beside has \(beside.count) figures, which are no rows of \(metrics) metrics"
  }
}

/// The metric at one point; the number is the difference from the base.
public struct SweepPoint: MeasuredSubject {
  public static let valueKey = "difference"

  public let point: String
  public let mean: Double?

  public init(_ point: String, mean: Double?) {
    self.point = point
    self.mean = mean
  }
}

/// A metric at one point.
public struct SweptMetric: MeasuredSubject {
  public static let valueKey = "mean"

  /// `nil` at the base.
  public let point: String?
  public let metric: String

  public init(_ metric: String, at point: String?) {
    self.metric = metric
    self.point = point
  }
}

/// A point that did not run, with the contradiction in it.
public struct LeftOutPoint: Codable, Sendable, Hashable {
  public let point: String
  public let because: String

  public init(_ point: String, because: String) {
    self.point = point
    self.because = because
  }
}

/// A parameter over its own range; the number is the metric at the high end less that at the low
/// one.
public struct ParameterMove: MeasuredSubject {
  public static let valueKey = "movement"

  public let setting: String
  /// The ends of the range; 'low' and 'high' are those of the movement's interval.
  public let lowEnd: String
  public let highEnd: String
  /// Whether the range is assumed, as no source gives one.
  public let isAssumed: Bool
  /// The differences from the base at both ends; `nil` where an end did not run.
  public let atLow: Double?
  public let atHigh: Double?
  /// By how many per cent the metric rises where the parameter rises by one.
  public let elasticity: Measure

  public init(
    _ setting: String, from low: String, to high: String, isAssumed: Bool, atLow: Double?,
    atHigh: Double?, elasticity: Measure
  ) {
    self.setting = setting
    lowEnd = low
    highEnd = high
    self.isAssumed = isAssumed
    self.atLow = atLow
    self.atHigh = atHigh
    self.elasticity = elasticity
  }

  /// The bar of a tornado; `nil` where an end did not run.
  public var bar: TornadoBar? {
    guard let atLow, let atHigh else { return nil }
    return atLow <= atHigh
      ? TornadoBar(
        setting, lowestValue: lowEnd, lowest: atLow, highestValue: highEnd, highest: atHigh)
      : TornadoBar(
        setting, lowestValue: highEnd, lowest: atHigh, highestValue: lowEnd, highest: atLow)
  }
}

/// A parameter that moves an answer over its own range; the number is the metric at the high end
/// less that at the low one.
public struct InputMove: MeasuredSubject {
  public static let valueKey = "movement"

  public let parameter: String
  /// The ends of the range; 'low' and 'high' are those of the movement's interval.
  public let lowEnd: String
  public let highEnd: String
  /// Whether the range is assumed, as no source gives one.
  public let isAssumed: Bool
  /// The difference of the first variant from the base at both ends, in a few runs that only propose
  /// where it may turn; `nil` where nothing is compared.
  public let atLow: Measure?
  public let atHigh: Measure?
  /// Of all ends the one that turns the difference, or comes nearest to it, with the difference there
  /// in runs of its own; `nil` for all other inputs.
  public let turningEnd: String?
  public let atTurn: Measure?
  /// How many people one simulated person of the ranked market stands for; `nil` for one.
  public let peoplePerPerson: Int?

  public init(
    _ parameter: String, from low: String, to high: String, isAssumed: Bool, atLow: Measure? = nil,
    atHigh: Measure? = nil, turningEnd: String? = nil, atTurn: Measure? = nil,
    peoplePerPerson: Int? = nil
  ) {
    self.parameter = parameter
    lowEnd = low
    highEnd = high
    self.isAssumed = isAssumed
    self.atLow = atLow
    self.atHigh = atHigh
    self.turningEnd = turningEnd
    self.atTurn = atTurn
    self.peoplePerPerson = peoplePerPerson
  }
}

/// A setting with the values that lower and raise the metric most.
public struct TornadoBar: Codable, Sendable, Hashable {
  public let setting: String
  public let lowestValue: String
  public let lowest: Double
  public let highestValue: String
  public let highest: Double

  public init(
    _ setting: String, lowestValue: String, lowest: Double, highestValue: String, highest: Double
  ) {
    self.setting = setting
    self.lowestValue = lowestValue
    self.lowest = lowest
    self.highestValue = highestValue
    self.highest = highest
  }
}
