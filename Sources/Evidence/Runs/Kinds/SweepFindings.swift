public import Diagnostics
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
  public var variants: [Variant] = []
  public var parameters: [Parameter] = []

  public init() {}
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
