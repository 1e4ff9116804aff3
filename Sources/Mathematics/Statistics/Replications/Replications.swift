/// One value of each replication of a simulation, in the order of the replications.
public struct Replications: Sendable, Hashable {
  /// The values in the order of the replications.
  public private(set) var values: [Double] = []
  /// The moments of the values, kept up to date with each of them.
  public private(set) var moments = RunningMoments()

  /// Creates an empty row of replications.
  public init() {}

  /// Creates the replications with the given values.
  public init(_ values: some Sequence<Double>) {
    for value in values { record(value) }
  }

  /// Adds the value of the next replication.
  public mutating func record(_ value: Double) {
    values.append(value)
    moments.record(value)
  }

  /// The number of replications.
  public var count: Int { values.count }

  /// Returns the mean over replications with its Student-t interval.
  ///
  /// `nil` before the second replication, and when a value was not finite.
  public func estimate(confidence: Double = 0.95) -> Estimate? {
    moments.meanEstimate(confidence: confidence)
  }
}
