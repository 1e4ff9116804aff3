/// Events per exposure over replications: their mean, with an interval that is valid for few
/// events.
///
/// The mean is that of the replications' ratios, each counting once; replications without exposure
/// have none and are left out.
public struct EventMoments: Sendable, Hashable {
  /// The ratios of the replications that have one.
  public private(set) var ratios = RunningMoments()
  /// The number of all replications, including those without exposure.
  public private(set) var replications = 0
  /// The sum of the events, over the replications with a ratio.
  public private(set) var events = 0.0
  /// The sum of the exposures, over the replications with a ratio.
  public private(set) var exposure = 0.0
  /// The sum of 1 / exposure.
  private var inverseExposure = 0.0
  /// Whether every replication has at most as many events as exposure.
  public private(set) var isPartOfWhole = true

  /// Creates moments without replications.
  public init() {}

  /// Creates the moments of the given replications.
  public init(_ replications: some Sequence<EventCounts>) {
    for counts in replications { record(counts) }
  }

  /// Adds the counts of the next replication.
  public mutating func record(_ counts: EventCounts) {
    replications += 1
    guard let ratio = counts.ratio else { return }
    ratios.record(ratio)
    events += counts.events
    exposure += counts.exposure
    inverseExposure += 1 / counts.exposure
    isPartOfWhole = isPartOfWhole && counts.events <= counts.exposure
  }

  /// The number of replications with a ratio.
  public var count: Int { ratios.count }
  /// The mean of the ratios, not the ratio of the sums; `nil` before the first ratio.
  public var mean: Double? { ratios.mean }

  /// The number of independent trials with the same information about the mean of the ratios.
  ///
  /// It is the harmonic mean of the exposures for each replication.
  var effectiveExposure: Double {
    inverseExposure > 0 ? Double(count) * Double(count) / inverseExposure : 0
  }

  /// Returns the variance of the ratios' mean as a multiple of that of independent events.
  ///
  /// `nil` before the second ratio, and where independent events have no variance: none seen, or in
  /// all trials.
  public func designEffect(ofPart isPart: Bool) -> Double? {
    guard let mean, let variance = ratios.variance else { return nil }
    let independent = Self.variance(of: mean, isPart: isPart) / effectiveExposure
    return independent > 0 ? variance / Double(count) / independent : nil
  }

  /// Returns the variance of a single independent event around a ratio.
  static func variance(of mean: Double, isPart: Bool) -> Double {
    isPart ? mean * (1 - mean) : mean
  }
}
