internal import RealFunctions

/// Intervals of a mean at a few planned numbers of replications, which all hold the truth at once.
///
/// Whoever looks at each of them, and stops as soon as an interval says enough, is misled no more often
/// than the confidence allows; a plain 95% interval, looked at five times, misleads in 14% of cases.
/// The intervals are the repeated ones of Jennison and Turnbull (1989), by Pocock's way of spending,
/// which is nearly as sure at the first look as at the last: what is clear ends soon. Their bounds hold
/// for a known variance; an estimated one takes Student's quantile at the same level (Jennison and
/// Turnbull, 2000, §4.4).
public struct PlannedLooks: Hashable, Sendable {
  /// After how many replications it is looked, rising; the last is all that is allowed.
  public let counts: [Int]
  /// How often all intervals together hold the truth.
  public let confidence: Double
  /// The confidence of each interval alone.
  private let confidences: [Double]

  /// Looks at `first` replications and whenever their number has doubled, up to `most`.
  public init(from first: Int, to most: Int, confidence: Double = 0.95) {
    preconditionConfidence(confidence)
    precondition(1 <= first && first <= most, "looks go from \(first) up, and not to \(most)")
    var counts = [first]
    while let last = counts.last, last < most {
      counts.append(last > most / 2 ? most : 2 * last)
    }
    self.counts = counts
    self.confidence = confidence
    guard counts.count > 1 else {
      confidences = [confidence]
      return
    }
    let design = GroupSequential.spending(
      .pocock, at: counts.map { Double($0) / Double(most) }, falsePositiveRate: 1 - confidence)
    confidences = design.bounds.map { 1 - 2 * Double.normalCumulative(-$0) }
  }

  /// All replications that are allowed.
  public var most: Int { counts[counts.count - 1] }

  /// Whether it is looked after so many replications.
  public func isLook(after count: Int) -> Bool { counts.contains(count) }

  /// Returns the mean with its interval after so many replications, by the look that is next or now.
  ///
  /// `moments` may hold fewer numbers, where a replication has none. `nil` before the second number.
  public func estimate(of moments: RunningMoments, after count: Int) -> Estimate? {
    estimate(after: count) { moments.meanEstimate(confidence: $0) }
  }

  /// Returns an interval after so many replications, by the look that is next or now; `interval` gives it
  /// at the confidence of that look alone.
  public func estimate(after count: Int, by interval: (Double) -> Estimate?) -> Estimate? {
    let look = counts.firstIndex { $0 >= count } ?? counts.count - 1
    return interval(confidences[look])?.stating(confidence: confidence)
  }
}
