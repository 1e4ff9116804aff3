public import Statistics

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
