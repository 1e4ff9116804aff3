internal import RandomStreams

/// Intervals of a mean at a few planned numbers of replications, with joint coverage.
///
/// A user who looks at each of them, and stops at the first decisive interval, errs at most at the
/// rate of the confidence. A plain 95% interval, looked at five times, errs in 14% of cases. The
/// intervals are the repeated ones of Jennison and Turnbull (1989), by Pocock's spending, which is
/// nearly as strict at the first look as at the last: clear results end soon. Their bounds hold for
/// a known variance; an estimated one uses Student's quantile at the same level (Jennison and
/// Turnbull, 2000, §4.4).
public struct PlannedLooks: Hashable, Sendable {
  /// The numbers of replications at the looks, rising; the last is the greatest permitted.
  public let counts: [Int]
  /// The joint coverage of all intervals.
  public let confidence: Double
  /// The confidence of each interval alone.
  private let confidences: [Double]

  /// Creates looks at `first` replications and whenever their number has doubled, up to `most`.
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

  /// The greatest permitted number of replications.
  public var most: Int { counts[counts.count - 1] }

  /// Returns whether there is a look after so many replications.
  public func isLook(after count: Int) -> Bool { counts.contains(count) }

  /// Returns the mean with its interval after so many replications, by the present or next look.
  ///
  /// `moments` may contain fewer numbers, where a replication has none. `nil` before the second
  /// number.
  public func estimate(of moments: RunningMoments, after count: Int) -> Estimate? {
    estimate(after: count) { moments.meanEstimate(confidence: $0) }
  }

  /// Returns an interval after so many replications, by the present or next look.
  ///
  /// `interval` returns it at the confidence of that look alone.
  public func estimate(after count: Int, by interval: (Double) -> Estimate?) -> Estimate? {
    let look = counts.firstIndex { $0 >= count } ?? counts.count - 1
    return interval(confidences[look])?.stating(confidence: confidence)
  }
}
