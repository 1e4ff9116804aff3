/// One value of each replication of a simulation, in the order of the replications.
public struct Replications: Sendable, Hashable {
  public private(set) var values: [Double] = []
  public private(set) var moments = RunningMoments()

  public init() {}

  public init(_ values: some Sequence<Double>) {
    for value in values { record(value) }
  }

  /// Adds the value of the next replication.
  public mutating func record(_ value: Double) {
    values.append(value)
    moments.record(value)
  }

  public var count: Int { values.count }

  /// Returns the mean over replications with its Student-t interval.
  ///
  /// `nil` before the second replication, and when a value was not finite.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    moments.meanEstimate(confidence: confidence)
  }
}
