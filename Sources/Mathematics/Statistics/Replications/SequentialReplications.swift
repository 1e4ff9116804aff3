/// Replications that end by a stopping rule, delivered by workers in any order.
///
/// A value waits here until the earlier ones are in. Values beyond the end are left out, so that
/// any number of workers gives the same replications.
public struct SequentialReplications: Sendable {
  /// The rule that decides after each replication whether more are needed.
  public let stopping: SequentialStopping
  /// The replications that count, from the first on without a gap.
  public private(set) var replications = Replications()
  /// The reason for the end; `nil` while more are needed.
  public private(set) var outcome: SequentialStopping.Outcome?
  private var waiting: [Int: Double] = [:]

  /// Creates a collection without replications, which ends by `stopping`.
  public init(stopping: SequentialStopping) {
    self.stopping = stopping
  }

  /// Adds the value of a replication, counted from 0.
  public mutating func record(_ value: Double, ofReplication index: Int) {
    precondition(index >= 0, "replications are counted from 0, not \(index)")
    guard outcome == nil else { return }
    precondition(
      index >= replications.count && waiting[index] == nil,
      "replication \(index) was handed in before")
    waiting[index] = value
    while outcome == nil, let next = waiting.removeValue(forKey: replications.count) {
      replications.record(next)
      outcome = stopping.outcome(after: replications.moments)
    }
    if outcome != nil { waiting = [:] }
  }

  /// Returns the mean with its Student-t interval, of the replications that count.
  public var estimate: Estimate? { replications.estimate(confidence: stopping.confidence) }
}
