/// A number of whole steps over replications, such as a median of taps, that is nearly constant.
///
/// The steps by which replications differ from the usual number are rare events.
public struct StepMoments: Sendable, Hashable {
  private var values: [Double] = []

  /// Creates moments without replications.
  public init() {}

  /// Creates the moments of one number for each replication.
  public init(_ values: some Sequence<Double>) {
    for value in values { record(value) }
  }

  /// Adds the number of the next replication.
  public mutating func record(_ value: Double) { values.append(value) }

  /// Returns the mean with its interval; `nil` before the second number.
  ///
  /// The steps above and below the middle number are two rates of rare events (`EventDifference`).
  /// Numbers that all are at least zero have no mean below it.
  public func estimate(confidence: Double = 0.95, storedEffect: Double?) -> Estimate? {
    guard values.count > 1 else { return nil }
    let usual = values.sorted()[values.count / 2]
    var steps = EventDifference()
    for value in values {
      steps.record(before: EventCounts(usual, per: 1), after: EventCounts(value, per: 1))
    }
    return steps.estimate(confidence: confidence, storedEffect: storedEffect, isShare: false)
      .map { estimate in
        let shifted = estimate.shifted(by: usual)
        return values.allSatisfy { $0 >= 0 } ? shifted.clamped(to: 0 ... .infinity) : shifted
      }
  }
}
